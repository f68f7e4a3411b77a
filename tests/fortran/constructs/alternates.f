!=== alternate returns, of a loop and of a procedure that has one itself
! routine = "looping"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.1, high = 0.4 } }
! also = [{ x = { low = 0.5, high = 0.7 } }, { x = { low = 0.9, high = 1.3 } }, { x = { low = 0.2, high = 1.3 } }]
      subroutine looping(n, x, y)
      implicit none
      integer n, i
      real*8 x(n), y
      y = 1
      do 30 i = 1, n
        if (x(i) > 0.3d0) call turn(*20, x(i), y, *25)
        y = y + x(i)
        goto 30
   20 y = y*x(i)
        goto 30
   25 y = y - x(i)**3
   30 continue
      end
      subroutine turn(*, a, b, *)
      implicit none
      real*8 a, b
      integer k
      k = 0
      if (a > 0.6d0) k = 1
      if (a > 0.9d0) k = 2
      b = b + a**2
      call under(a, *40)
      return k
   40 b = b*2
      return 7
      end
      subroutine under(a, *)
      real*8 a
      if (a > 1.1d0) return 1
      a = a*1
      end

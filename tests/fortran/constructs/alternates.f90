!=== alternate returns to the ends of a routine
! routine = "leading"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.1, high = 0.4 } }
! also = [{ x = { low = 0.61, high = 0.9 } }, { x = { low = 0.51, high = 0.59 } }]
subroutine leading(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  call led(x(1), y, *10, *20)
  y = y*x(2)
  return
10 y = y*3 + x(3)
  return
20 y = -y*x(4)
end subroutine
subroutine led(a, b, *, *)
  implicit none
  real(8), intent(in) :: a
  real(8), intent(out) :: b
  b = a**2
  if (a > 0.6d0) return 1
  if (a > 0.5d0) return 2
  b = b + a
end subroutine

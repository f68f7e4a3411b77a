!=== procedures as arguments
! routine = "top"
! module = "passing"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)", "rate: float64 outside"]
! declarations = """
! use passing, only: rate"""
! wrt = ["x", "rate"]
! of = ["y"]
! sizes = { n = 3 }
! edges = [{ n = 1 }]
module passing
  implicit none
  real(8) :: rate
contains
  subroutine top(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8), external :: law
    integer :: i
    y = x
    call rk2(n, decay, y, 0.1d0)
    call rk2(n, growth, y, 0.2d0)
    do i = 1, n
      y(i) = y(i) + applied(law, x(i)) + applied(x=y(i), f=square)
    end do
  end subroutine top
  subroutine rk2(n, rhs, y, dt)
    integer, intent(in) :: n
    interface
      subroutine rhs(n, y, dy)
        integer, intent(in) :: n
        real(8), intent(in) :: y(n)
        real(8), intent(out) :: dy(n)
      end subroutine rhs
    end interface
    real(8), intent(inout) :: y(n)
    real(8), intent(in) :: dt
    real(8) :: k(n)
    call rhs(n, y, k)
    call second(n, rhs, y + 0.5d0*dt*k, k)
    y = y + dt*k
  end subroutine rk2
  subroutine second(n, f, y, k)
    integer, intent(in) :: n
    external f
    real(8) :: y(n), k(n)
    call f(n, y, k)
  end subroutine second
  subroutine decay(n, y, dy)
    integer, intent(in) :: n
    real(8), intent(in) :: y(n)
    real(8), intent(out) :: dy(n)
    dy = -rate*y**2
  end subroutine decay
  subroutine growth(n, y, dy)
    integer, intent(in) :: n
    real(8), intent(in) :: y(n)
    real(8), intent(out) :: dy(n)
    dy = y*(1 - y/rate)
  end subroutine growth
  function square(x) result(s)
    real(8), intent(in) :: x
    real(8) :: s
    s = x*x
  end function square
  function applied(f, x)
    real(8) :: f, applied
    real(8), intent(in) :: x
    external f
    applied = f(x) + f(2*x)
  end function applied
end module passing
function law(x)
  real(8), intent(in) :: x
  real(8) :: law
  law = sin(x)
end function law
!=== internal procedures of one name
! routine = "both"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
subroutine both(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a, b
  call one(x, a)
  call two(x, b)
  y = a + b
end subroutine both
subroutine one(x, a)
  real(8) :: x, a
  a = g(x)
contains
  real(8) function g(t)
    real(8) :: t
    g = t*t
  end function g
end subroutine one
subroutine two(x, a)
  real(8) :: x, a
  a = g(x)
contains
  real(8) function g(t)
    real(8) :: t
    g = sin(t)
  end function g
end subroutine two

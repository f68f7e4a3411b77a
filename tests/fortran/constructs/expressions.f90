!=== variables in parentheses are values
! routine = "bracketed"
! arguments = ["n: int32", "m: int32", "x: float64(n,m)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4, m = 3 }
subroutine bracketed(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n, m)
  real(8), intent(out) :: y
  real(8) :: u(n, m), t
  integer :: j
  u = x
  call shifted(n, m, u, (u))
  t = u(2, 3)
  call squared(t, (t))
  y = sum(u) + max((t), 0.1d0)*x((n), 1)
  do j = (1), (m)
    y = y - ((u(1, j)))*(x(2, j))
  end do
contains
  subroutine shifted(n, m, u, v)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: u(n, m)
    real(8), intent(in) :: v(n, m)
    integer :: j
    do j = 2, m
      u(:, j) = u(:, j)*v(:, j - 1)
    end do
  end subroutine shifted
  subroutine squared(u, v)
    real(8), intent(inout) :: u
    real(8), intent(in) :: v
    u = 3*u
    u = u*v
  end subroutine squared
end subroutine bracketed
!=== how tightly operators bind
! routine = "binding"
! arguments = ["a: float64", "b: float64", "c: float64", "y: float64(3) out"]
! wrt = ["a", "b", "c"]
! of = ["y"]
subroutine binding(a, b, c, y)
  real(8), intent(in) :: a, b, c
  real(8), intent(out) :: y(3)
  logical :: p, q
  y(1) = -a**2 + b*c**2**0.5d0/a - b/c/a*b
  y(2) = a - b - c + 2**3**2*a/100 - (-b)**3*(+c)
  p = a < b .or. .not. b < c .and. a < c
  q = a + b > c .eqv. -a < b .neqv. c >= b*a
  y(3) = a
  if (p .eqv. .not. q) y(3) = b*b
  if (.not. p .and. q .or. a*b == c) y(3) = y(3) + c**3
end subroutine binding

!=== TRANSFER of reals to reals of their kind
! routine = "transferred"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
subroutine transferred(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: a(n, 3), v(3*n), s
  integer :: i
  do i = 1, 3
    a(:, i) = x*i**2
  end do
  v = transfer(a, v)
  s = transfer(a(2:, 2), s)
  a(1, 1) = 100
  y = sum(v*[(i*1d0, i = 1, 3*n)])*s
  v(:n) = transfer(transfer(v(n:1:-1), v), [s])
  y = y + sum(transfer(transpose(a), [0d0])*[(i*1d0, i = 1, 3*n)]) + v(1)*v(n)**2
  y = y*transfer(x(2), 1d0) + sum(transfer(x(3), [1d0]))
end subroutine transferred

!=== components whose initial value is a RESHAPE
! routine = "tabled"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
module tables
  implicit none
  integer, parameter :: m = 2
  type table
    real(8) :: a(m, 3) = reshape([1d0, 2d0, 3d0, 4d0, 5d0, 6d0], [m, 3])
    integer :: k(1, m) = reshape([3, 1], [1, m])
  end type table
end module tables
subroutine tabled(n, x, y)
  use tables
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(table) :: t, u(2)
  t%a(1, :) = t%a(1, :)*x(1:3)
  y = sum(t%a(:, 2)*x(1:2)) + t%k(1, 1)*x(t%k(1, 2))**2 + u(2)%a(2, 3)*x(4)
end subroutine tabled

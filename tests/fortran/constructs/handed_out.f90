!=== dummy arguments that a routine allocates
! routine = "filling"
! arguments = ["n: int32", "x: float64(n)", "s: float64 out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.4 } }, { x = { low = 0.8, high = 1.2 } }]
module growth
  implicit none
contains
  subroutine powers(n, x, p, order, count)
    integer, intent(in) :: n, order
    real(8), intent(in) :: x(:)
    real(8), allocatable, intent(out) :: p(:, :)
    integer, intent(out) :: count
    integer :: k
    allocate(p(n, 0:order))
    p(:, 0) = 1
    do k = 1, order
      p(:, k) = p(:, k - 1)*x(:n)
    end do
    count = 0
    if (p(1, 1) > 0.6d0) return
    p(n, :) = p(n, :)*2
    count = order
  end subroutine powers
  subroutine both(n, x, a, b, order)
    integer, intent(in) :: n
    integer, intent(inout) :: order
    real(8), intent(in) :: x(n)
    real(8), allocatable, intent(out) :: a(:), b(:)
    real(8), allocatable :: t(:)
    allocate(t(n - 1), source=x(2:)*x(:n - 1))
    t(1) = t(1)*t(n - 1)
    call move_alloc(t, b)
    allocate(a(order))
    a = x(1:order)**2
    order = order + 1
  end subroutine both
end module growth
subroutine filling(n, x, s)
  use growth
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: p(:, :), u(:), v(:)
  integer :: k, m
  allocate(p(n, 0:1), u(n - 1))
  u = x(:n - 1)
  p = 3
  if (x(2) > 0.5d0) s = p(1, 0)
  s = u(2)
  do k = 1, 3
    call powers(n, x*k, p, 3, m)
    s = s + sum(p(:, 3)**2)*(m + 1) + p(2, 0)
  end do
  m = 2
  if (x(2) > 0.5d0) call both(n, p(:, 1), v, u, m)
  s = s + sum(u*u) + size(u)*m
  call both(size(u), u*1.5d0, a=u, order=k, b=v)
  s = s*v(2)*m + u(1)*k
end subroutine filling

!=== lower bounds that ALLOCATE gives on one way, or made of what changes behind it
! routine = "lows"
! arguments = ["n: int32", "x: float64(n)", "y: float64(3) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.4 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine lows(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(3)
  real(8), allocatable :: w(:), v(:), u(:, :)
  integer :: k, m
  if (x(1) > 0.5d0) then
    allocate(w(n))
    w = x
  else
    allocate(w(0:n - 1))
    w = 2*x
  end if
  y(1) = w(n - 1)**2 + lbound(w, 1)*w(2) + ubound(w, 1)
  m = 2
  allocate(v(m:n))
  v = x(2:)
  m = m + 1
  y(2) = v(m)**2 + lbound(v, 1)*v(4)
  y(3) = 0
  do k = 1, n
    m = 2*k
    allocate(u(k:n, -m:m))
    u = x(k)
    u(k, m) = x(1)**2
    y(3) = y(3) + u(n, -m) + u(k, m)*k + sum(u(k, :))
    deallocate(u)
  end do
end subroutine lows

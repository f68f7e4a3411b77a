!=== what a mask packs, reduced and kept
! routine = "packed"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }]
subroutine packed(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: a(2, n)
  real(8), allocatable :: w(:)
  logical :: m(n)
  m = x > 0.7d0
  a(1, :) = x
  a(2, :) = y**2
  w = pack(a, a > 0.5d0)
  a = 0
  y(1) = sum(pack(x**2, m))*product(pack(y, m)) + norm2(w) + size(w)
  y(2) = sum(exp(-pack(x, m))*pack(y, m)) + sum(w)/max(size(w), 1)
  if (any(m)) y(3) = maxval(pack(x, m)) + minval(w) + dot_product(pack(x, m), pack(y, m))
  y = y + sum(pack(spread(x, 1, 2), .true.))
  if (count(pack(x, m) > 1) > 1 .and. all(pack(x, m) < 2)) y = 2*y
end subroutine packed
!=== sections whose bounds are counted
! routine = "counted"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }]
subroutine counted(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: a(n, 2), w(n), s
  real(8), allocatable :: v(:)
  integer :: m, i
  m = 0
  do i = 1, n
    if (x(i) > 0.6d0) then
      m = m + 1
      w(m) = x(i)**2
    end if
  end do
  a(:, 1) = x
  a(:, 2) = y
  s = sum(w(1:m)) + sum(w(m + 1:)*0 + 1) + dot_product(w(:m), y(:m))
  v = a(1:m, 2)*s
  a(1:m, 1) = a(1:m, 2)**2
  a(1:m, 2) = 0
  m = m - 1
  y = a(:, 1) + a(:, 2)*s
  y(1) = y(1) + sum(v) + maxval([0d0, sum(a(1:m, 1))])
end subroutine counted
!=== MINLOC and MAXLOC of sections that data end, and of PACK
! routine = "placed"
! arguments = ["n: int32", "x: float64(n)", "k: int32(n)", "y: float64(7) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { x = { low = 0.2, high = 1.4 }, k = { low = 1, high = 6 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine placed(n, x, k, y)
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(7)
  integer :: m, l, at(1)
  m = count(x > 0.6d0)
  y = 0
  l = minloc(x(:m), dim=1)
  y(1) = l
  if (l > 0) y(1) = x(l)**2*l
  l = maxloc(x(2:m), dim=1)
  if (l > 0) y(2) = x(l + 1)**2*l
  if (m > 0) then
    at = maxloc(x(m:n))
    y(3) = x(at(1) + m - 1)**3*at(1)
  end if
  l = minloc(x(2:m), dim=1, mask=x(2:m) > 0.7d0)
  if (l > 0) y(4) = x(l + 1)*l
  l = maxloc(abs(x(:m) - 1)*k(:m), 1)
  if (l > 0) y(5) = x(l)**2*l
  l = minloc(pack(x, x > 0.7d0), dim=1)
  y(6) = x(1)*(l + 1)
  l = maxloc(k(1:m), dim=1)
  if (l > 0) y(7) = x(l)*l
end subroutine placed

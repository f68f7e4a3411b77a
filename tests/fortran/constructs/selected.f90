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
!=== arms that constants decide, and expressions for integers that a procedure changes
! routine = "decided"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n) inout"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.4, high = 1.6 }, y = { low = 0.5, high = 1.5 } }
! edges = [{ n = 2 }]
module deciding
  implicit none
  logical, parameter :: debug = .false.
  real(16), parameter :: unused = 1.5q0
end module deciding
subroutine decided(n, x, y)
  use deciding, only: debug
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_is_finite
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  logical, parameter :: always = .true.
  real(8) :: t
  integer :: i, k
  if (.true.) then
    t = x(1)**2
  else
    read (*, *) t
  end if
  if (debug) read (*, *) t
  if (.not. always) then
    open (7, file='x')
    read (7, *) t
  else if (n > 3) then
    t = t*2
  else if (debug) then
    read (*, *) t
  else
    t = t*3
  end if
  if (n == 1) then
    y(1) = t
  else if (always) then
    y(1) = t*x(2)
  else
    read (*, *) y
  end if
  chosen: if (always) then
    if (t > 1.5d0) exit chosen
    y(2) = y(2)*t
  end if chosen
  ! a GOTO leads into none of these, but past one
  if (x(1) > 1d0) go to 10
  if (.false.) then
    read (*, *) y
  end if
  y(2) = y(2) + x(1)
10 if (.true.) y(2) = y(2)*x(2)
  if (ieee_is_nan(x(1)) .or. .not. ieee_is_finite(y(1))) return
  k = 3
  call counted(3 + n, y(2))
  call counted((k), y(1))
  do i = 1, n
    y(i) = y(i)*k
  end do
contains
  subroutine counted(m, v)
    integer :: m
    real(8) :: v
    m = m + 1
    v = v*m*x(1)
  end subroutine counted
end subroutine decided
!=== branches that what is passed is too short for
! routine = "short"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n) inout"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.4, high = 1.6 }, y = { low = 0.5, high = 1.5 } }
! edges = [{ n = 2 }]
subroutine short(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: w(2)
  integer :: m
  w = x(1)
  m = 1
  if (x(1) > 5d0) m = 0
  call begun(x(1), m, w(2))
  y(1) = w(2)*y(1)
  call begun(x(2), n, y)
contains
  subroutine begun(s, l, v)
    real(8), intent(in) :: s
    integer, intent(in) :: l
    real(8), intent(inout) :: v(l)
    integer :: i, k
    if (l > 0) v(1) = v(1)*s
    k = 1
    do while (k < l)
      k = k + 1
      v(k) = v(k)*v(k - 1)
    end do
    do i = 2, l
      v(i) = v(i) + s
      if (v(i) > 5d0) exit
    end do
    if (l <= 1) return
    v(2) = v(2)*s*3
    if (l > 2) v(2:3) = v(2:3)*2
    do i = 3, l
      v(i) = v(i)*v(i - 1)
    end do
  end subroutine begun
end subroutine short

!=== sections of vectors that data end, shifted and turned round
! routine = "shifted"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 7 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine shifted(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: m
  m = count(x > 0.6d0)
  y(2:m) = x(1:m-1)*y(1:m-1)
  y(1:m-1) = y(2:m) - x(2:m)**2
  y(m:1:-1) = y(1:m) + 1
  y(1:m) = 2*y(1:m) + x(m:1:-1)
  y(n-m+1:n) = y(n-m+1:n)*x(1:m)
end subroutine shifted
!=== sections of matrices that data end
! routine = "blocks"
! arguments = ["n: int32", "x: float64(n)", "a: float64(n + 1, n)", "y: float64"]
! wrt = ["x", "a", "y"]
! of = ["a", "y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.0 } }
! also = [{ x = { low = 0.1, high = 0.2 } }]
subroutine blocks(n, x, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n + 1, n), y
  integer :: m
  m = min(count(x > 0.6d0), n - 1)
  a(1:m, 2:m) = a(2:m+1, 1:m-1)*2 + x(max(m, 1))
  a(1:m, m+1) = a(m+1, 1:m)*a(1:m, m+1)
  a(:, 1:m) = 3*a(:, m:1:-1)
  y = y*sum(a(1:m, 1:m)) + dot_product(x(1:m), x(n-m+1:n))*product(a(2:m, 1:m-1) + 1)
  if (any(a(1:m, 1:m) > 4) .and. count(a(1:m, 2:n) < 2) > 1) y = 2*y + norm2(a(1:m, 2:m))
  if (m > 1) y = y + maxval(a(1:m, 2:m)) - minval(a(2:m, 1:m)*x(1))
end subroutine blocks
!=== steps, other lower bounds, none of the elements
! routine = "stepped"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 8 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine stepped(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: w(-2:n-3, 0:2)
  integer :: m
  m = count(x > 0.7d0)
  w = 0.5d0
  w(-2:m-3, 1) = x(1:m)
  w(m-3:-2:-1, 0) = w(-2:m-3, 1)*y(1:m)
  w(-2:m-3:2, 2) = y(1:m:2)**2
  w(m-3:-2:-3, 1:2) = w(m-3:-2:-3, 0:1)*w(m-3:-2:-3, 1:2)
  y(1:m:2) = w(-2:m-3:2, 2) + y(1:(m+1)/2)
  y(m+3:m) = 1/w(m+3:m, 1)
  y(1:m) = y(1:m) + w(-2:m-3, 0) + w(m-3:-2:-1, 1)
  y(n) = y(n) + sum(w(:m-3, 1:2)) + sum(w(m:, :0))
end subroutine stepped
!=== storage that COMMON and EQUIVALENCE share, whole arrays, listed elements
! routine = "stored"
! arguments = ["n: int32", "k: int32(n)", "x: float64(n)", "y: float64(6)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { x = { low = 0.2, high = 1.4 }, k = { low = 1, high = 6 } }
! also = [{ x = { low = 0.1, high = 0.2 } }]
subroutine stored(n, k, x, y)
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(6)
  real(8) :: u(6), v(3, 2), w(6), q(3)
  integer :: m, i
  equivalence (u, v), (q, w(4))
  w(6) = 0
  m = count(x > 0.5d0)
  u = y
  w = x(1:6)
  v(1:m/2, 2) = u(1:m/2)*w(1:m/2)
  u(2:m/2+1) = v(1:m/2, 1) + w(m/2:1:-1)
  w(1:m) = u(k(1:m))*x(k(1:m))
  do i = 1, 6, 2
    y(1:m) = y(1:m)*2 + w(1:m)*u(i)
    if (y(1) > 30) exit
    u(i:i+m/4) = y(i:i+m/4)
  end do
  y = y + u + w
  y(1:m/2) = y(1:m/2) - q(1:m/2)
end subroutine stored
!=== sections of integers, logicals and complex numbers
! routine = "kinds"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { x = { low = 0.2, high = 1.4 } }
subroutine kinds(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: m, j(n), i
  logical :: l(n)
  complex(8) :: z(n), t(n, 2)
  m = count(x > 0.6d0)
  j = [(n + 1 - i, i = 1, n)]
  j(2:m) = j(1:m-1)/2 + mod(j(2:m), 3)
  l = .false.
  l(1:m) = x(m:1:-1) > 0.8d0 .and. j(1:m) > 1
  z = cmplx(x, y, 8)
  t(:, 1) = z**2
  t(:, 2) = (1, 2)
  t(2:m, 2) = t(1:m-1, 1)*conjg(z(2:m))
  z(1:m-1) = z(2:m) + t(m-1:1:-1, 2)
  y(1:m-1) = aimag(z(2:m)) + sum(j(2:m)) + merge(y(2:m), x(1:m-1)*j(2:m), l(2:m))
  y(n) = y(n) + sum(j(2:m)*x(1:m-1)) + count(l(1:m-1) .neqv. l(2:m))
end subroutine kinds
!=== sections of numbers in single precision that data end
! routine = "single"
! arguments = ["n: int32", "x: float32(n)", "y: float32(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { x = { low = 0.2, high = 1.4 } }
subroutine single(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: y(n)
  integer :: m
  m = count(x > 0.6)
  y(2:m) = y(1:m-1)*0.1 + x(m-1:1:-1)/3
  y(n) = y(n)*sum(x(2:m)*y(1:m-1)) + maxval(y(1:m) - x(n-m+1:n))
end subroutine single
!=== sections that data end in procedures, functions of numbers, loops and branches
! routine = "inside"
! arguments = ["n: int32", "x: float64(n)", "a: float64(n + 1, n)"]
! wrt = ["x", "a"]
! of = ["a"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }]
subroutine inside(n, x, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n + 1, n)
  integer :: m, i
  m = 0
  do i = 1, n
    if (x(i) < 0.7d0) cycle
    m = m + 1
    call row(m, x, a)
    if (m > 1) then
      a(i, 1:m) = a(i, 1:m) - a(1:m, i)*weight(m, a(:, i))
    else
      a(m, 1:m) = a(i, 2:m+1)
    end if
  end do
contains
  subroutine row(l, v, b)
    integer, intent(in) :: l
    real(8), intent(in) :: v(:)
    real(8), intent(inout) :: b(:, :)
    real(8) :: w(size(v))
    w(1:l) = v(l:1:-1)
    w(2:l) = w(1:l-1) + w(2:l)
    b(l, 1:l) = b(l, 1:l) + w(1:l)/sum(v(1:l) + 2*w(1:l))
  end subroutine row
  real(8) function weight(l, v)
    integer, intent(in) :: l
    real(8), intent(in) :: v(n)
    weight = dot_product(v(1:l), v(n-l+1:n)) + x(l)
  end function weight
end subroutine inside
!=== sections with bounds of data as arguments, for dummies with extents of their own
! routine = "handed"
! arguments = ["n: int32", "x: float64(n)", "a: float64(n + 1, n)", "y: float64"]
! wrt = ["x", "a"]
! of = ["a", "y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine handed(n, x, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n + 1, n), y
  integer :: m
  m = count(x > 0.7d0)
  y = 1
  call twice(m, a(1:m, 2), x(n-m+1:n))
  call twice(n - m, a(m+1:n, 1), x(1:))
  call twice((n+1)*m, a(:, 1:m), x(1:n))
  y = y + power(m, x(1:m))*2 + power(n-m, a(m+1:, n))
  if (power(m, a(1:m, n)) > 2) y = y*sum(x(1:m)*x(n-m+1:n))
contains
  subroutine twice(l, v, w)
    integer, intent(in) :: l
    real(8), intent(inout) :: v(l)
    real(8), intent(in) :: w(*)
    integer :: i
    do i = 1, l
      v(i) = 2*v(i)*w(1 + mod(i - 1, 2))
    end do
  end subroutine twice
  real(8) function power(l, v)
    integer, intent(in) :: l
    real(8), intent(in) :: v(l)
    integer :: i
    power = 0
    do i = 1, l
      power = power + v(i)**2
    end do
  end function power
end subroutine handed
!=== an array of a module, read where it is written
! routine = "turned"
! module = "turning"
! arguments = ["n: int32", "x: float64(n)", "y: float64", "kept: float64(6) outside"]
! declarations = "use turning, only: kept"
! wrt = ["x", "y", "kept"]
! of = ["y", "kept"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
module turning
  implicit none
  real(8) :: kept(6)
contains
  subroutine turned(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y
    integer :: m
    kept(1:n) = kept(1:n)*x
    m = count(x > 0.7d0)
    kept(1:m) = sin(x(1:m)) - kept(m:1:-1)
    kept(2:m+1) = kept(1:m)*x(m:1:-1)
    where (kept(m:1:-1) > 0.3d0) kept(1:m) = kept(m:1:-1)*y
    y = y + kept(1)*kept(2)*2 + sum(kept**2)
  end subroutine turned
end module turning
!=== values of functions that give arrays, beside sections that data end
! routine = "weighed"
! arguments = ["n: int32", "x: float64(n) inout", "a: float64(n, 3) inout", "y: float64(4) out"]
! wrt = ["x", "a"]
! of = ["x", "a", "y"]
! sizes = { n = 7 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
module weighing
  implicit none
contains
  function weights(m, v) result(w)
    integer, intent(in) :: m
    real(8), intent(in) :: v(:)
    real(8) :: w(m)
    integer :: i
    do i = 1, m
      w(i) = v(i)**2 + i
    end do
  end function weights
  function large(v) result(w)
    real(8), intent(in) :: v(:)
    real(8), allocatable :: w(:)
    w = pack(v, v > 0.6d0)
  end function large
end module weighing
subroutine weighed(n, x, a, y)
  use weighing, only: weights, large
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), a(n, 3)
  real(8), intent(out) :: y(4)
  real(8), allocatable :: t(:)
  integer :: m
  m = count(x > 0.6d0)
  y = 0
  a(:m, 1) = weights(m, x)
  a(2:m, 2) = x(1:m - 1)*weights(m - 1, a(:, 1)) + a(2:m, 2)
  a(m:1:-1, 3) = 2*large(x) - a(:m, 3)
  x(1:m) = weights(m, x(m:1:-1))
  y(1) = sum(weights(m, a(:, 3))*a(:m, 1))
  t = weights(m, x)
  x(n - m + 1:) = t + x(:m)
  y(2) = sum(t*a(:m, 2))
  y(3) = size(t)
  a(3, :min(m, 3)) = weights(min(m, 3), x)
  y(4) = sum(a(:m, 3))
end subroutine weighed

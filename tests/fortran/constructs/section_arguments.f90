!=== sections that data end for dummies of assumed shape that are changed as a whole
! routine = "shaped"
! arguments = ["n: int32", "x: float64(n)", "a: float64(n + 1, n)"]
! wrt = ["a"]
! of = ["a"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 }, a = { low = 0.5, high = 1.1 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine shaped(n, x, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n + 1, n)
  integer :: m
  m = count(x > 0.7d0)
  call change(a(1:m, 2))
  call change(a(m+2:n, n))
  call change(a(:, 1))
contains
  subroutine change(v)
    real(8), intent(inout) :: v(:)
    integer :: i
    v = v*2 + sum(v)/4
    do i = lbound(v, 1) + 1, ubound(v, 1)
      v(i) = v(i)*v(i-1)
    end do
    where (v > 3) v = v/2
    if (size(v) > 2) v(2:) = v(:size(v)-1)*v(3)
  end subroutine change
end subroutine shaped
!=== two sections that data bound, for dummies with lower bounds of their own
! routine = "twosec"
! arguments = ["n: int32", "x: float64(n)", "a: float64(n + 1, n)", "y: float64"]
! wrt = ["x", "a", "y"]
! of = ["y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine twosec(n, x, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), a(n + 1, n)
  real(8), intent(inout) :: y
  integer :: m, k
  m = count(x > 0.7d0)
  k = max(m - 2, 0)
  call both(x(1:m), x(k+1:n), y)
  call both(x(1:0), a(3, 1:m), y)
  call both(a(n:1:-2, 2), x(n:m+1:-1), y)
  y = y + total(a(:, n)) + total(a(1:m, n))*2 + total(x(k+1:m))*total(2*x(k+1:) - 1)
contains
  subroutine both(u, v, z)
    real(8), intent(in) :: u(0:), v(:)
    real(8), intent(inout) :: z
    integer :: i
    do i = 0, min(size(u), size(v)) - 1
      z = z + u(i)*v(i+1)
    end do
    z = z + total(v)
    if (size(u) > 1) z = z + maxval(u)*u(ubound(u, 1)) + total(u(1:))
  end subroutine both
  real(8) function total(v)
    real(8), intent(in) :: v(:)
    total = sum(v**2)
  end function total
end subroutine twosec
!=== values of sections that data end as arguments, functions beside them
! routine = "worked"
! arguments = ["n: int32", "x: float64(n)", "a: float64(n + 1, n)", "y: float64"]
! wrt = ["x", "a", "y"]
! of = ["a", "y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine worked(n, x, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n + 1, n), y
  integer :: m
  m = count(x > 0.7d0)
  call fold(m, x(1:m)*2 + a(n, 1:m), sum(x(1:m)*x(n:n-m+1:-1)), y)
  call gather(x(1:m)*2 + a(m:1:-1, 2), y)
  y = y*power(x(1:m)) + power(a(2, 1:m)*x(m:1:-1))*sum(a(1:m, 2:m))
  a(1:m, n) = a(m:1:-1, n)*power(x(1:m)) + half(m)*power(a(1:m, n))
  if (power(x(2:m)) > sum(x(1:m))) y = y*2
  if (2*half(m) > count(x(1:m) > x(1))) y = y*3
contains
  integer function half(k)
    integer, intent(in) :: k
    half = k/2 + 1
  end function half
  subroutine fold(l, v, u, z)
    integer, intent(in) :: l
    real(8), intent(in) :: v(l), u
    real(8), intent(inout) :: z
    integer :: i
    do i = 1, l
      z = z*v(i) + u
    end do
  end subroutine fold
  subroutine gather(v, z)
    real(8), intent(in) :: v(:)
    real(8), intent(inout) :: z
    z = z + sum(v)*size(v)
  end subroutine gather
  real(8) function power(v)
    real(8), intent(in) :: v(:)
    integer :: i
    power = 0.5d0
    do i = 1, size(v)
      power = power + v(i)**2
    end do
  end function power
end subroutine worked
!=== dummies as a whole whose extents data decide
! routine = "asmany"
! arguments = ["n: int32", "x: float64(n)", "a: float64(n, 3)", "y: float64"]
! wrt = ["x", "a", "y"]
! of = ["a", "y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine asmany(n, x, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n, 3), y
  integer :: m
  m = count(x > 0.7d0)
  call along(m, x, a(1, 2), y)
  if (m < n) call along(n - m, x(m+1), a(m+1:, 3), y)
  call table(min(m, 2), a, y)
contains
  subroutine along(l, v, w, z)
    integer, intent(in) :: l
    real(8), intent(in) :: v(l)
    real(8), intent(inout) :: w(l), z
    real(8) :: t(l)
    t = v*2 + w
    w = t*w + size(w)
    z = z + sum(t) + dot_product(v, t)*sum(t(2:))
    if (l > 0) z = z + maxval(w)
  end subroutine along
  subroutine table(l, b, z)
    integer, intent(in) :: l
    real(8), intent(inout) :: b(n, l), z
    b = b*z
    z = z + sum(b(2, :))
    b(1:n-1, :) = b(2:n, :)*2
  end subroutine table
end subroutine asmany
!=== elemental functions of sections that data end
! routine = "mixed"
! arguments = ["n: int32", "x: float64(n)", "a: float64(n + 1, n)", "y: float64"]
! wrt = ["x", "a", "y"]
! of = ["a"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine mixed(n, x, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y
  real(8), intent(inout) :: a(n + 1, n)
  integer :: m
  real(8) :: t
  m = count(x > 0.7d0)
  t = y + 1
  a(1:m, 2) = mix(x(m:1:-1), a(1, 1:m), m)*2 + mix(y, 2d0, 3)
  a(2:m, 1:m-1) = mix(a(1:m-1, 2:m), y)
  t = mix(y, x(1))*sum(a(1:m, 2))
  where (mix(x(1:m), 1d0) > 1.5d0) a(1:m, n) = mix(a(m:1:-1, n), x(1:m))
  a(n, :) = a(n, :)*t
contains
  elemental real(8) function mix(u, v, k)
    real(8), intent(in) :: u, v
    integer, intent(in), optional :: k
    mix = u*v + t*y
    if (present(k)) mix = mix + k*t
  end function mix
end subroutine mixed

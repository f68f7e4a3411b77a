!=== arithmetic of complex numbers, integers and reals of two kinds
! routine = "mixed"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)", "s: float64"]
! wrt = ["x", "y"]
! of = ["y", "s"]
! sizes = { n = 4 }
subroutine mixed(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8), intent(out) :: s
  complex(8), parameter :: i = (0, 1), c = (1.5d0, -0.25d0)
  complex(kind=8) :: z, w(n)
  complex :: single
  real(4) :: r
  integer :: k
  z = (2*x(1) + i*x(2))/(x(3) - i/3) - 7/2
  single = (0.1, 0.2)
  single = single*(1d0/3)
  r = 0.1
  w = z*x + r
  do k = 1, n
    w(k) = -w(k) + c*k - k/c + conjg(w(k))*y(k)/2
  end do
  w(2:) = w(:n - 1)*w(2:)
  y = real(w) + 2*aimag(w(n:1:-1))
  s = z*w(1)
  s = s*single + real(cmplx(0.1d0, 1d0/3)*x(1)) + real(cmplx(s, kind=8)) + aimag(single*x(2))
  k = (2.7d0, 5d0)
  s = s + k*x(3) + int(z/z + 2) + sum([complex(8) :: 1, 0.1d0, x(4)])
end subroutine mixed
!=== functions of complex numbers
! routine = "functions"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
subroutine functions(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  complex(8) :: z(n)
  z = cmplx(x, -x(n:1:-1), 8)
  z = exp(z) + log(z*3) + sqrt(z) + sin(z)*cos(z) + tan(z/4)
  z = sinh(z/5)*cosh(z/7) + tanh(z/9) + abs(z)
  y = y*real(z) + dimag(z) + real(abs(z), 8)
  y(1) = y(1) + abs(cmplx(0d0, 0d0, 8)*x(1))
end subroutine functions
!=== powers of complex numbers
! routine = "powers"
! arguments = ["n: int32", "m: int32", "x: float64(n)", "y: float64(n)", "k: int32(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 5, m = 3 }
! inputs = { k = { low = -2, high = 3 } }
subroutine powers(n, m, x, y, k)
  implicit none
  integer, intent(in) :: n, m, k(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  complex(8) :: z, w
  integer :: i
  z = cmplx(x(1), 0.3d0, kind(1d0))
  w = (0.2d0, 0.4d0)
  do i = 1, n
    y(i) = y(i)*real(z**i + z**(2 - i)) + aimag((0, 1)**i*z) + abs(z**m) + real(z**(-2))
    y(i) = y(i) + real(z**k(i)) + aimag(z**x(i)) + real(x(i)**z) + aimag(z**w) + real(z**0.5d0)
    y(i) = y(i) + real((z - z)**2) + real((z - z)**x(i)) + real(z**0) + real(z**2.0)
  end do
end subroutine powers
!=== complex arguments, by element, section and value; functions; optional ones
! routine = "passed"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
subroutine passed(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  complex(8) :: z(n), w(2, n)
  z = cmplx(x, y, 8)
  w(1, :) = z*(0d0, 1d0)
  w(2, :) = cube(z)
  call turn(3, z(2))
  call turn(n, z(1))
  call turn(2*n, w)
  call turn(2, z(::3))
  call scaled(w(:, 2), x(1))
  call scaled(w(:, 1) + 1, x(2), z(1))
  y = abs(z + w(1, :)*w(2, :)) + real([z(1), w(1, 1), z(3)*x(1), (z(3)*2), z(4:5)])
contains
  elemental complex(8) function cube(v)
    complex(8), intent(in) :: v
    cube = v**3 + aimag(v)
  end function
  subroutine turn(m, v)
    integer, intent(in) :: m
    complex(8), intent(inout) :: v(m)
    integer :: i
    do i = 1, m
      v(i) = v(i)*exp((0d0, 1d0)*x(1)) + half(v(i))
    end do
  end subroutine
  complex(8) function half(v)
    complex(8), value :: v
    v = v/2
    half = v*x(2)
  end function
  subroutine scaled(v, by, more)
    complex(8), intent(in) :: v(:)
    real(8), intent(in) :: by
    complex(8), intent(in), optional :: more
    y(1) = y(1) + abs(sum(v))*by
    if (present(more)) y(2) = y(2) + real(more*size(v))
  end subroutine
end subroutine passed
!=== whole arrays of complex numbers
! routine = "whole"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 4 }
subroutine whole(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  complex(8) :: z(n), a(n, n)
  complex(8), allocatable :: w(:)
  integer :: i, j
  z = cmplx(x, y, 8)
  do j = 1, n
    a(:, j) = z*j
    a(j, j) = (1d0, -2d0)
  end do
  where (x > 0.7d0)
    z = z*2
  elsewhere
    z = aimag(z)
  end where
  where (x > 0.8d0) y = z*z
  forall (i = 2:n) z(i) = z(i - 1) + x(i)
  w = matmul(a, z) + matmul(transpose(a), x)
  w = w + merge(z, w, y > 0.9d0) + cshift(z, 1) + sum(a, dim=2)
  if (z(1) /= w(1) .and. z(1) == z(1)) z(1) = dot_product(z, w) + dot_product(x, y)
  a = reshape(spread(z, 2, n), [n, n])
  y = y + real(w) + aimag(a(:, n)) + size(w)
  y(1) = y(1) + sum(real([(z(i)**2, i = 1, n)])) + z(1)
end subroutine whole
!=== sides of branch cuts
! routine = "cuts"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
subroutine cuts(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  complex(8) :: z, w
  z = cmplx(-x(1), 0d0, 8)
  w = conjg(z)
  y(1) = aimag(sqrt(z)) + 2*aimag(sqrt(w))
  y(2) = aimag(log(z)) + 2*aimag(log(w)) + x(2)
  y(3) = aimag(sqrt(z*x(3))) + 2*aimag(sqrt(w*x(3))) + 4*aimag(sqrt(w + 0d0)) + 8*aimag(sqrt(-z))
  y(4) = aimag(sqrt(w/x(4))) + aimag(sqrt(w - x(3))) + sign(x(4), aimag(w*2d0))
end subroutine cuts
!=== complex arguments of the routine itself, and of COMMON, are pairs of reals
! routine = "pairs"
! arguments = ["n: int32", "z: float64(2,n)", "w: float64(2)", "y: float64(n)", "r: float64 outside", "c: float64(2) outside", "d: float64(4) outside"]
! declarations = "real(8) :: r, c(2), d(4)\ncommon /blk/ r, c, d"
! wrt = ["z", "w", "r", "c", "d"]
! of = ["w", "y", "d"]
! sizes = { n = 3 }
subroutine pairs(n, z, w, y)
  implicit none
  integer, intent(in) :: n
  complex(8), intent(in) :: z(0:n - 1)
  complex(8), intent(inout) :: w
  real(8), intent(inout) :: y(n)
  real(8) :: r
  complex(8) :: c, d(2)
  common /blk/ r, c, d
  y = abs(z*w) + aimag(z(n - 1:0:-1)*c)*r
  w = w*sum(z)/d(2)
  call inner
  d = conjg(d)*c
contains
  subroutine inner
    w = w*z(1)
    d(1) = w + d(2)
  end subroutine
end subroutine pairs
!=== what is assigned to allocatable arrays takes their type
! routine = "taken"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
subroutine taken(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer, allocatable :: k(:)
  real(8), allocatable :: r(:)
  complex(8), allocatable :: z(:)
  integer :: i
  k = x*3.7d0
  z = x*2
  r = z**2*(1, 2)
  y = k*x + r + abs(z) + [integer :: 1.7, (2.6, i = 2, n)]
end subroutine taken

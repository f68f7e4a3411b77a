!=== associate: variables, sections, values
! routine = "assoc"
! arguments = ["n: int32", "m: int32", "a: float64(n, m)", "b: float64(n)", "y: float64(n)"]
! wrt = ["a", "b", "y"]
! of = ["a", "y"]
! sizes = { n = 4, m = 3 }
! edges = [{ n = 1 }, { m = 1 }]
subroutine assoc(n, m, a, b, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), y(n)
  real(8), intent(in) :: b(0:n - 1)
  real(8) :: t
  integer :: i, j, k
  k = 0
  do j = 1, m
    i = n
    associate (col => a(:, j), s => 2.5d0*b(0) + t0(y(1)), last => y(i), e => a(:, j)**2, c => b, &
        down => y(n:1:-1), i => k)
      i = i + 1
      last = last + s*col(1)
      y(1) = y(1)*s
      col(:) = col + e*last
      do i = 1, n
        down(i) = down(i) + 0.5d0*c(i - 1)*col(i) + e(i)
      end do
      i = k*0 + j
      associate (y => col, col => y(2:n))
        y(1) = y(1) + sum(col)*0.1d0
        col = col*y(1)
      end associate
      t = real(size(col) + lbound(c, 1), 8)
      call scale(n, col, t)
    end associate
    y(n) = y(n) + k
  end do
contains
  real(8) function t0(v)
    real(8), intent(in) :: v
    t0 = v*v
  end function t0
  subroutine scale(n, x, f)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: f
    x = x*f*0.3d0
  end subroutine scale
end subroutine assoc
!=== block: variables of their own, extents that change, exits
! routine = "blocks"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 5 }
! edges = [{ n = 1 }, { n = 2 }]
subroutine blocks(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, m
  real(8) :: t
  t = 2
  do i = 1, n
    m = i
    block
      real(8) :: w(m), t
      integer :: k
      do k = 1, m
        w(k) = x(k)*y(i)
      end do
      t = sum(w)**2
      block
        real(8) :: w
        w = t*y(i)
        t = t + w
      end block
      m = 1
      y(i) = y(i) + t + w(size(w))
    end block
    t = t*y(i)
    part: block
      real(8), parameter :: limit = 40d0
      if (t > limit) exit part
      t = t + x(i)
    end block part
    y(i) = y(i) + t
  end do
end subroutine blocks
!=== generic names by type, kind, rank and number
! routine = "top"
! module = "user"
! arguments = ["n: int32", "x: float64(n)", "a: float64(n, n + 1)", "y: float64(n)"]
! wrt = ["x", "a"]
! of = ["y"]
! sizes = { n = 3 }
module plain_sizes
  implicit none
  private
  type, public :: pair
    real(8) :: a, b
  end type pair
  interface total
    module procedure total_1, total_2, total_pair
  end interface total
  interface half
    module procedure half_single, half_double
  end interface half
  public :: total, half
contains
  pure real(8) function total_1(x)
    real(8), intent(in) :: x(:)
    total_1 = sum(x**2)
  end function total_1
  pure real(8) function total_2(x, scale)
    real(8), intent(in) :: x(:, :)
    real(8), intent(in), optional :: scale
    total_2 = sum(x**3)
    if (present(scale)) total_2 = total_2*scale
  end function total_2
  real(8) function total_pair(p)
    type(pair), intent(in) :: p
    total_pair = p%a*p%b
  end function total_pair
  elemental real(4) function half_single(x)
    real(4), intent(in) :: x
    half_single = x*0.25
  end function half_single
  elemental real(8) function half_double(x)
    real(8), intent(in) :: x
    half_double = x*0.5d0
  end function half_double
end module plain_sizes
module more_sizes
  use plain_sizes, only: sum_of => total, total
  implicit none
  interface total
    procedure :: total_0
  end interface total
  interface advance
    module procedure advance_number, advance_count
  end interface advance
contains
  real(8) function total_0(x)
    real(8), intent(in) :: x
    total_0 = x*7
  end function total_0
  subroutine advance_number(x)
    real(8), intent(inout) :: x
    x = x*1.5d0
  end subroutine advance_number
  subroutine advance_count(k)
    integer, intent(inout) :: k
    k = k + 2
  end subroutine advance_count
end module more_sizes
module user
  use more_sizes
  use plain_sizes, only: half, pair
  implicit none
contains
  subroutine top(n, x, a, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), a(n, n + 1)
    real(8), intent(out) :: y(n)
    integer :: k
    k = 1
    call advance(k)
    y(:) = half(x) + half(2*x(1))
    call advance(y(1))
    y(n) = y(n) + total(x(2:)) + total(a) + total(a(:, 1)) + total(a, scale=x(1)) + total(x(1))*k
    y(n) = y(n) + sum_of(x*2) + total(pair(x(1), y(1))) + total(matmul(x, a)) + half(0.5)
  end subroutine top
end module user
!=== steps and bounds that tests choose
! routine = "sweep"
! arguments = ["n: int32", "mode: int32", "k: int32", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["x", "y"]
! sizes = { n = 5, mode = 1, k = 2 }
! edges = [{ mode = 2, k = 2 }, { mode = 2, k = 7 }, { mode = 0, n = 1 }, { mode = 3, k = -1 }]
subroutine sweep(n, mode, k, x, y)
  implicit none
  integer, intent(in) :: n, mode, k
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  integer :: i, is, ie, st
  real(8) :: t
  select case (mode)
  case (1)
    is = 2; ie = n; st = 2
  case (2)
    is = n; ie = 1; st = -k
  case default
    is = n/2; ie = 1; st = -1
  end select
  y = 1
  t = 1
  do i = is, ie, st
    if (x(i) > 1.9d0) exit
    y = y + t*x(i)**2
    t = t*x(i)
    x(i) = t
  end do
  y = y + i*t
  if (mode /= 1) then
    is = n; ie = 1; st = -1
  else
    is = 1; ie = n; st = 1
  end if
  do i = is + st, ie, st
    x(i) = x(i) - 0.5d0*x(i - st)
  end do
  do i = merge(1, n, k > 0), merge(n, 1, k > 0), k
    y = y*x(i)
  end do
end subroutine sweep
!=== bounds that are data
! routine = "counted"
! arguments = ["n: int32", "t: float64(3)", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { t = { low = 0.6, high = 1.7 } }
! edges = [{ n = 1 }]
subroutine counted(n, t, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t(3), x(n)
  real(8), intent(out) :: y
  integer :: i, j, k, m
  y = 0.5d0
  m = min(n, max(0, nint(t(1)*n)))
  do i = 1, m
    if (x(i) < 0.2d0) cycle
    y = y*0.9d0 + x(i)**2*y
    m = 1
    do j = n, i + int(t(2)), -2
      y = y + 0.1d0*x(j)*y
      if (y > 50) exit
    end do
  end do
  do k = 2, int(t(3)*2), 2
    y = y*x(min(k, n))
  end do
  do k = 1, int(-t(1))
    y = y*x(n)
  end do
  y = y + i
end subroutine counted
!=== what the first call sets for all
! routine = "weighted"
! arguments = ["n: int32", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
subroutine weighted(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  logical, save :: first = .true.
  integer, save :: calls = 0
  real(8), save :: w(8), scale = 2d0
  integer :: i
  calls = calls + 1
  if (calls == 1000) print *, calls
  if (first) then
    do i = 1, 8
      w(i) = cos(i*0.25d0)
    end do
    scale = scale*w(3)
    first = .false.
  end if
  y = 0
  do i = 1, n
    y = y + scale*w(i)*x(i)**2
  end do
end subroutine weighted
!=== SAVE of work arrays that each call sets before it reads them
! routine = "spline_work"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
subroutine spline_work(n, x, y)
  implicit none
  integer :: n, i
  real(8) :: x(n), y(n), u(20), f, g
  data g /2d0/
  save
  if (x(1) > 0.5d0) then
    u(1) = x(1)**2
  else
    u(1) = 0
  end if
  do i = 2, n - 1
    if (i == 2) f = 3
    if (i /= 2) f = x(i)
    u(i) = u(i-1)*x(i) + f*x(i-1)
  end do
  g = u(n-1)*x(n)
  y(n) = g
  do i = n - 1, 1, -1
    y(i) = y(i+1)*u(i) + g
  end do
end subroutine spline_work
!=== functions that tell of their errors by an integer
! routine = "told"
! arguments = ["n: int32", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 3 }
subroutine told(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, ierr, inner, outer
  y = 0
  do i = 1, n
    y = y + x(i)*logarithm(x(i) - 1d0, ierr)
    if (ierr /= 0) y = y + x(i)**3
    y = y*logarithm(logarithm(x(i), inner) + 2, outer)
    y = y + inner*x(i)
  end do
  y = y + outer*x(1)
contains
  real(8) function logarithm(z, error)
    real(8), intent(in) :: z
    integer, intent(out) :: error
    error = 0
    logarithm = 0
    if (z <= 0) then
      error = 1
    else
      logarithm = log(z)
    end if
  end function logarithm
end subroutine told
!=== bodies of procedures in a module's interface block
! routine = "outside"
! arguments = ["x: float64"]
! wrt = ["x"]
! of = ["x"]
module declared_elsewhere
  interface
    function weight(k)
      integer :: weight
      integer, intent(in) :: k
    end function weight
    subroutine doubled(y)
      real(8), intent(inout) :: y
    end subroutine doubled
  end interface
end module declared_elsewhere
subroutine outside(x)
  use declared_elsewhere, only: weight, twice => doubled
  implicit none
  real(8), intent(inout) :: x
  x = x**2*weight(3)
  call twice(x)
end subroutine outside
integer function weight(k)
  implicit none
  integer, intent(in) :: k
  weight = 2*k
end function weight
subroutine doubled(y)
  implicit none
  real(8), intent(inout) :: y
  y = 2*y*y
end subroutine doubled
!=== parts without elements as arguments of three dimensions
! routine = "none_of_it"
! arguments = ["n: int32", "m: int32", "a: float64(n, m)", "total: float64"]
! wrt = ["a"]
! of = ["total"]
! sizes = { n = 4, m = 3 }
subroutine none_of_it(n, m, a, total)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: total
  real(8) :: b(n, m)
  integer :: i
  b = a
  do i = 1, m
    call mixed(a(:, i), b(:, i), 1, 1, n)
    call mixed(a(:, i), b(:, i), 1, 2, n)
  end do
  total = sum(b*a)
contains
  subroutine mixed(given, v, k, l, n)
    integer :: k, l, n
    real(8) :: v(k, l - 1, n), given(k, l - 1, n), w(k, l - 1, n)
    w = given**2
    v = w + v
    v(:, :, 1) = v(:, :, 1)*2
    v = 3*v
    if (l > 1) v(1, 1, 2:n) = v(1, 1, 1:n - 1)*w(1, 1, 2:n)
  end subroutine mixed
end subroutine none_of_it

!=== procedures as arguments
! routine = "top"
! module = "passing"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)", "rate: float64 outside"]
! declarations = """
! use passing, only: rate"""
! wrt = ["x", "rate"]
! of = ["y"]
! sizes = { n = 3 }
! edges = [{ n = 1 }]
module passing
  implicit none
  real(8) :: rate
contains
  subroutine top(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    real(8), external :: law
    integer :: i
    y = x
    call rk2(n, decay, y, 0.1d0)
    call rk2(n, growth, y, 0.2d0)
    do i = 1, n
      y(i) = y(i) + applied(law, x(i)) + applied(x=y(i), f=square)
    end do
  end subroutine top
  subroutine rk2(n, rhs, y, dt)
    integer, intent(in) :: n
    interface
      subroutine rhs(n, y, dy)
        integer, intent(in) :: n
        real(8), intent(in) :: y(n)
        real(8), intent(out) :: dy(n)
      end subroutine rhs
    end interface
    real(8), intent(inout) :: y(n)
    real(8), intent(in) :: dt
    real(8) :: k(n)
    call rhs(n, y, k)
    call second(n, rhs, y + 0.5d0*dt*k, k)
    y = y + dt*k
  end subroutine rk2
  subroutine second(n, f, y, k)
    integer, intent(in) :: n
    external f
    real(8) :: y(n), k(n)
    call f(n, y, k)
  end subroutine second
  subroutine decay(n, y, dy)
    integer, intent(in) :: n
    real(8), intent(in) :: y(n)
    real(8), intent(out) :: dy(n)
    dy = -rate*y**2
  end subroutine decay
  subroutine growth(n, y, dy)
    integer, intent(in) :: n
    real(8), intent(in) :: y(n)
    real(8), intent(out) :: dy(n)
    dy = y*(1 - y/rate)
  end subroutine growth
  function square(x) result(s)
    real(8), intent(in) :: x
    real(8) :: s
    s = x*x
  end function square
  function applied(f, x)
    real(8) :: f, applied
    real(8), intent(in) :: x
    external f
    applied = f(x) + f(2*x)
  end function applied
end module passing
function law(x)
  real(8), intent(in) :: x
  real(8) :: law
  law = sin(x)
end function law
!=== internal procedures of one name
! routine = "both"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
subroutine both(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: a, b
  call one(x, a)
  call two(x, b)
  y = a + b
end subroutine both
subroutine one(x, a)
  real(8) :: x, a
  a = g(x)
contains
  real(8) function g(t)
    real(8) :: t
    g = t*t
  end function g
end subroutine one
subroutine two(x, a)
  real(8) :: x, a
  a = g(x)
contains
  real(8) function g(t)
    real(8) :: t
    g = sin(t)
  end function g
end subroutine two
!=== internal procedures that use their host, passed on
! routine = "hosting"
! module = "passing_hosts"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)", "e: float64"]
! wrt = ["x", "y"]
! of = ["y", "e"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
module passing_hosts
  implicit none
contains
  subroutine hosting(n, x, y, e)
    integer, intent(in) :: n
    real(8), intent(in) :: x(0:n-1)
    real(8), intent(inout) :: y(n)
    real(8), intent(out) :: e
    real(8) :: scale, kept(2:n+1)
    integer :: calls, i
    scale = 0.5d0
    kept = y
    calls = 0
    do i = 1, n
      call iterate(update, y(i), 2)
      scale = scale + 0.1d0*y(i)
    end do
    e = both(weight, outside, 0.3d0) + scale*calls
    i = 1
    call sibling
    e = e + twice(weight) + sum(kept)
  contains
    subroutine update(v, w)
      real(8), intent(in) :: v
      real(8), intent(out) :: w
      w = scale*v + x(i - 1)**2 + kept(i + 1)
      kept(i + 1) = 0.5d0*cos(w)*v
      calls = calls + 1
    end subroutine update
    real(8) function weight(v)
      real(8), intent(in) :: v
      weight = v*scale + sum(x)*kept(2)
    end function weight
    subroutine sibling
      real(8) :: scale
      scale = 0.7d0
      call iterate(update, scale, 1)
      e = e + scale + other(kept)
    end subroutine sibling
    real(8) function twice(f)
      real(8), external :: f
      twice = 0.1d0*f(e) + f(0.25d0)
    end function twice
  end subroutine hosting
  subroutine iterate(f, v, times)
    interface
      subroutine f(v, w)
        real(8), intent(in) :: v
        real(8), intent(out) :: w
      end subroutine f
    end interface
    real(8), intent(inout) :: v
    integer, intent(in) :: times
    real(8) :: w
    integer :: calls
    do calls = 1, times
      call hand_on(f, v, w)
      v = 0.8d0*w
    end do
    call f(v, w)
    v = v + w
  end subroutine iterate
  subroutine hand_on(g, v, w)
    external g
    real(8), intent(in) :: v
    real(8), intent(out) :: w
    call g(v, w)
    w = sin(w)
  end subroutine hand_on
  real(8) function both(f, g, v)
    real(8), external :: f, g
    real(8), intent(in) :: v
    both = f(v)*g(v) + f(2*v)
  end function both
  real(8) function outside(v)
    real(8), intent(in) :: v
    outside = sin(v)
  end function outside
  real(8) function other(kept)
    real(8), intent(in) :: kept(:)
    real(8) :: scale
    scale = size(kept)
    other = both(mine, own, kept(1))
  contains
    real(8) function mine(v)
      real(8), intent(in) :: v
      mine = v*scale*kept(1)
    end function mine
    real(8) function own(v)
      real(8), intent(in) :: v
      own = cos(v) + kept(size(kept))*scale
    end function own
  end function other
end module passing_hosts
!=== arguments that hold less than what is declared
! routine = "short"
! arguments = ["n: int32", "x: float64", "y: float64"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 3 }
subroutine short(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x, y
  external :: recurrence
  real(8) :: h(4), w(3, 2)
  integer :: i
  do i = 1, 4
    h(i) = x*i
  end do
  w = y
  i = 1  ! compilers look at what stands at a known place
  call recurrence(n, h(i), w(1, i), y)
  y = y + h(2)*w(2, 2)
end subroutine short
subroutine recurrence(k, p, q, s)
    integer, intent(in) :: k
    real(8), intent(inout) :: p(20), q(3, 5), s
    integer :: j
    do j = 2, k
      p(j) = p(j)*p(j - 1)
      q(j, 2) = q(j, 1)*p(j)
    end do
    s = s*p(k) + q(k, 2)
  end subroutine recurrence
!=== an optional integer that is set, given and not
! routine = "telling"
! arguments = ["n: int32", "x: float64(n)"]
! wrt = ["x"]
! of = ["x"]
! sizes = { n = 4 }
subroutine telling(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i, found
  do i = 1, n
    call root(x(i))
    if (i > 2) then
      call root(x(i), found)
      x(i) = x(i)*found
    end if
  end do
contains
  subroutine root(v, status)
    real(8), intent(inout) :: v
    integer, intent(out), optional :: status
    if (present(status)) status = 2
    if (v < 0) then
      if (present(status)) status = 1
      return
    end if
    v = sqrt(v)
  end subroutine root
end subroutine telling

!=== a function of the files with the name of an intrinsic: EXTERNAL and an interface mean it
! routine = "named_like_an_intrinsic"
! arguments = ["x: float64", "y: float64(4)"]
! wrt = ["x"]
! of = ["y"]
function erfc(x)
  double precision x, erfc
  erfc = 42d0*x*x
end function
subroutine named_like_an_intrinsic(x, y)
  double precision x, y(4)
  real erfc  ! not the function of the files, nor its precision
  y(1) = erfc(x)
  call undeclared(x, y(2))
  call as_external(x, y(3))
  call with_interface(x, y(4))
end subroutine
subroutine undeclared(x, y)
  double precision x, y
  y = 2*erfc(x)
end subroutine
subroutine as_external(x, y)
  double precision x, y, erfc
  external erfc
  y = erfc(x)
end subroutine
subroutine with_interface(x, y)
  double precision x, y
  interface
    double precision function erfc(x)
      double precision x
    end function
  end interface
  y = erfc(x)
end subroutine
!=== functions that count in COMMON, in assignments
! routine = "counted"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n) out", "scale: float64 outside", "calls: int32 outside"]
! declarations = "integer :: calls\nreal(8) :: scale\ncommon /counts/ scale, calls"
! wrt = ["x", "scale"]
! of = ["y"]
! sizes = { n = 4, calls = 2 }
subroutine counted(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: calls, i
  real(8) :: scale
  real(8), external :: rate, seen
  common /counts/ scale, calls
  do i = 1, n
    y(i) = x(i)*rate(x(i)) + 2*seen(x(i))
    y(i) = y(i) + rate(seen(x(n))*y(i))
    y(i) = y(i)*scale + calls
    if (y(i) > 50) then
      y(i) = 1/y(i)
    else if (rate(x(i)) + seen(y(i)) > 1.5d0) then
      y(i) = y(i)**2 + calls
    end if
  end do
end subroutine counted
real(8) function rate(v)
  implicit none
  real(8), intent(in) :: v
  integer :: calls
  real(8) :: scale
  common /counts/ scale, calls
  calls = calls + 1
  rate = v*calls
  if (mod(calls, 3) == 0) scale = scale*v
end function rate
real(8) function seen(v)
  implicit none
  real(8), intent(in) :: v
  seen = sin(v)
end function seen
!=== interfaces of arguments in interfaces
! routine = "nesting"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
module interfaces
  implicit none
  integer, parameter :: dp = kind(1d0)
  interface
    function mean(f, a, b)
      import :: dp
      real(dp), intent(in) :: a, b
      real(dp) :: mean
      interface
        function f(v)
          import :: dp
          real(dp), intent(in) :: v(:)
          real(dp) :: f(size(v))
        end function f
      end interface
    end function mean
  end interface
  interface
    subroutine apply(g, v)
      import :: dp
      abstract interface
        real(dp) function law(u)
          import :: dp
          real(dp), intent(in) :: u
        end function law
      end interface
      procedure(law) :: g
      real(dp), intent(inout) :: v
    end subroutine apply
  end interface
contains
  function cubes(v)
    real(dp), intent(in) :: v(:)
    real(dp) :: cubes(size(v))
    cubes = v**3
  end function cubes
  real(dp) function half(u)
    real(dp), intent(in) :: u
    half = sin(u)/2
  end function half
end module interfaces
subroutine nesting(n, x, y)
  use interfaces
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: x(n)
  real(dp), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = mean(cubes, x(i), 2*x(1)) + x(i)
    call apply(half, y(i))
  end do
end subroutine nesting
function mean(f, a, b)
  implicit none
  real(8), intent(in) :: a, b
  real(8) :: mean, w(2)
  interface
    function f(v)
      real(8), intent(in) :: v(:)
      real(8) :: f(size(v))
    end function f
  end interface
  w = f([a, b])
  mean = sum(w)/2
end function mean
subroutine apply(g, v)
  implicit none
  real(8), external :: g
  real(8), intent(inout) :: v
  v = v + g(v)*v
end subroutine apply

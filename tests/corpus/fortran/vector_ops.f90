! check: --function orbit --wrt s0,mu --of r1,e --size nsteps=3 --set mu=0.8:1.2,dt=0.05
module vectors
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type :: vec3
    real(dp) :: x, y, z
  end type vec3
  interface operator(+)
    module procedure add
  end interface
  interface operator(-)
    module procedure subtract, negate
  end interface
  interface operator(*)
    module procedure scale_left, scale_right
  end interface
  interface operator(.dot.)
    module procedure inner
  end interface
  interface operator(.cross.)
    module procedure outer
  end interface
  interface assignment(=)
    module procedure from_array, to_array
  end interface
contains
  pure type(vec3) function add(a, b)
    type(vec3), intent(in) :: a, b
    add = vec3(a%x + b%x, a%y + b%y, a%z + b%z)
  end function add
  pure type(vec3) function subtract(a, b)
    type(vec3), intent(in) :: a, b
    subtract = vec3(a%x - b%x, a%y - b%y, a%z - b%z)
  end function subtract
  pure function negate(a) result(b)
    type(vec3), intent(in) :: a
    type(vec3) :: b
    b%x = -a%x
    b%y = -a%y
    b%z = -a%z
  end function negate
  pure function scale_left(s, a) result(b)
    real(dp), intent(in) :: s
    type(vec3), intent(in) :: a
    type(vec3) :: b
    b = vec3(s*a%x, s*a%y, s*a%z)
  end function scale_left
  pure function scale_right(a, s) result(b)
    type(vec3), intent(in) :: a
    real(dp), intent(in) :: s
    type(vec3) :: b
    b = vec3(s*a%x, s*a%y, s*a%z)
  end function scale_right
  pure real(dp) function inner(a, b)
    type(vec3), intent(in) :: a, b
    inner = a%x*b%x + a%y*b%y + a%z*b%z
  end function inner
  pure function outer(a, b) result(c)
    type(vec3), intent(in) :: a, b
    type(vec3) :: c
    c%x = a%y*b%z - a%z*b%y
    c%y = a%z*b%x - a%x*b%z
    c%z = a%x*b%y - a%y*b%x
  end function outer
  pure subroutine from_array(v, a)
    type(vec3), intent(out) :: v
    real(dp), intent(in) :: a(3)
    v%x = a(1)
    v%y = a(2)
    v%z = a(3)
  end subroutine from_array
  pure subroutine to_array(a, v)
    real(dp), intent(out) :: a(3)
    type(vec3), intent(in) :: v
    a = [v%x, v%y, v%z]
  end subroutine to_array
end module vectors

subroutine orbit(s0, mu, dt, nsteps, r1, e)
  use vectors
  implicit none
  real(dp), intent(in) :: s0(6), mu, dt
  integer, intent(in) :: nsteps
  real(dp), intent(out) :: r1(3), e
  type(vec3) :: r, v, a, h
  integer :: i
  r = s0(1:3)
  v = s0(4:6)
  do i = 1, nsteps
    a = accel(r)
    v = v + 0.5_dp*dt*a
    r = r + v*dt
    a = accel(r)
    v = v + 0.5_dp*dt*a
  end do
  h = r .cross. v
  e = 0.5_dp*(v .dot. v) - mu/sqrt(1 + (r .dot. r)) + (h .dot. h)
  r1 = -r
contains
  function accel(r) result(a)
    type(vec3), intent(in) :: r
    type(vec3) :: a
    a = (-mu)*r*(1.0_dp/sqrt(1.0_dp + (r .dot. r))**3)
  end function accel
end subroutine orbit

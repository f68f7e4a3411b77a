!=== elemental procedures of objects that have arrays
! routine = "bounded"
! arguments = ["n: int32", "x: float64(n)", "s: float64(2)", "y: float64(n) out"]
! wrt = ["x", "s"]
! of = ["y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.4, high = 1.6 }, s = { low = 0.3, high = 0.9 } }
module limits
  implicit none
  type :: range
    real(8) :: power, ends(2), table(2, 3)
  end type range
  type :: curve
    real(8), allocatable :: at(:)
  end type curve
contains
  elemental subroutine fill(r, q)
    type(range), intent(inout) :: r
    real(8), intent(in) :: q
    r%ends = [q, q**2]
    r%table(:, 2) = r%ends*q
    r%power = 1 + sum(r%ends)
  end subroutine fill
  elemental subroutine within(r, q, v)
    type(range), intent(in) :: r
    real(8), intent(in) :: q
    real(8), intent(out) :: v
    v = q**r%power
    if (v < r%ends(2)) v = r%ends(2)*q
  end subroutine within
  elemental real(8) function between(r, q)
    type(range), intent(in) :: r
    real(8), intent(in) :: q
    between = r%ends(2)*q + r%ends(1)*q**2 + r%table(1, 2)
  end function between
  elemental real(8) function read_off(c, q)
    type(curve), intent(in) :: c
    real(8), intent(in) :: q
    read_off = c%at(2)*q + c%at(size(c%at))
  end function read_off
end module limits
subroutine bounded(n, x, s, y)
  use limits
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), s(2)
  real(8), intent(out) :: y(n)
  type(range) :: one, each(n), grid(2, n), two(2)
  type(curve) :: c
  real(8) :: v(2)
  integer :: i
  call fill(one, s(1))
  call within(one, x, y)
  call fill(each, x)
  y = y*between(each, x) + between(one, x)
  call fill(each(n:1:-1), 2*x)
  y(1) = y(1) + each(1)%ends(2)
  call fill(each(2:), 0.5d0*x(2:))
  y(2) = y(2)*each(2)%power + each(1)%table(2, 2)
  do i = 1, n
    call fill(grid(:, i), x(i)*s)
  end do
  y(n) = y(n) + sum(between(grid, spread(x, 1, 2)))
  allocate(c%at(3))
  c%at = [x(1), x(2), s(2)]
  y = y + read_off(c, x)*read_off(c, s(1))
  call fill(two, s)
  call within(two, x(1:2), v)
  y(3) = y(3) + v(1)*v(2)
end subroutine bounded
!=== values of elements for elemental subroutines that change the array
! routine = "scaled"
! arguments = ["n: int32", "x: float64(n)", "y: float64(3) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.4, high = 1.6 } }
module scaling
  implicit none
  type :: pair
    real(8) :: ends(2), power
  end type pair
contains
  elemental subroutine scale(p, v)
    real(8), intent(inout) :: p
    real(8), intent(in) :: v
    p = p*v
  end subroutine scale
  elemental subroutine spread_out(p, v)
    type(pair), intent(inout) :: p
    real(8), intent(in) :: v
    p%ends = p%ends*v
    p%power = v
  end subroutine spread_out
end module scaling
subroutine scaled(n, x, y)
  use scaling
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(3)
  real(8) :: w(n), z(2, n)
  type(pair) :: p(n)
  integer :: i
  w = x
  call scale(w, (w(1)))
  y(1) = sum(w**2)
  call scale(w(2:), w(2)*2 + w(1))
  z = spread(w, 1, 2)
  call scale(z, sum(z)*z(1, 2))
  y(2) = sum(w**2) + sum(z)
  do i = 1, n
    p(i)%ends = [x(i), 2*x(i)]
    p(i)%power = i
  end do
  call spread_out(p, (p(1)%ends(1)))
  y(3) = sum(p%power**2) + sum(p%ends(1)*x)
end subroutine scaled

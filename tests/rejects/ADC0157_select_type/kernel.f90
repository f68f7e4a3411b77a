module shapes
  implicit none
  type :: shape
    real(8) :: size
  end type shape
  type, extends(shape) :: circle
    real(8) :: ring
  end type circle
contains
  subroutine area(x, f)
    real(8), intent(in) :: x
    real(8), intent(out) :: f
    class(shape), allocatable :: s
    allocate (s)
    s%size = x
    select type (s)
    type is (circle)
      f = 3*(s%size**2 - s%ring**2)
    class default
      f = s%size**2
    end select
  end subroutine area
end module shapes

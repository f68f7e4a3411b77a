module shapes
  implicit none
  type :: shape
    integer :: kind
    real(8) :: size, ring
  end type shape
contains
  subroutine area(s, f)
    type(shape), intent(in) :: s
    real(8), intent(out) :: f
    select case (s%kind)
    case (2)
      f = 3*(s%size**2 - s%ring**2)
    case default
      f = s%size**2
    end select
  end subroutine area
end module shapes

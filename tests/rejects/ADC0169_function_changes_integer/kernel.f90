module state
  implicit none
  integer :: level = 1
end module state
subroutine rise(x, y)
  use state
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = next(x)*level
contains
  real(8) function next(v)
    real(8), intent(in) :: v
    level = level + 1
    next = v*level
  end function next
end subroutine rise

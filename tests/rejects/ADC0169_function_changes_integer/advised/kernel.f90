module state
  implicit none
  integer :: level = 1
end module state
subroutine rise(x, y)
  use state
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call next(x, y)
  y = y*level
contains
  subroutine next(v, w)
    real(8), intent(in) :: v
    real(8), intent(out) :: w
    level = level + 1
    w = v*level
  end subroutine next
end subroutine rise

module results
  implicit none
  integer :: n
end module results
subroutine first_only(x, y)
  use results
  implicit none
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:)
  w = [x(1)]
  y = sum(w**2)
end subroutine first_only

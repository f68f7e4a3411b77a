subroutine ends(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  real(8) :: w(3:2)
  y = x(1)*lbound(w, 1)
end subroutine ends

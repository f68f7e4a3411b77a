subroutine applied(x, y, f)
  use iso_c_binding
  implicit none
  real(c_double), intent(in) :: x
  real(c_double), intent(out) :: y
  type(c_funptr), value, intent(in) :: f
  y = 2*x
  if (.not. c_associated(f)) y = x
end subroutine applied

subroutine relaxed(x, y, s)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8), intent(inout) :: s
  y = s*x
  s = y
end subroutine relaxed

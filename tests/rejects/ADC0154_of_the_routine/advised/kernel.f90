subroutine one(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2
end subroutine one
subroutine other(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  !$AD FROBNICATE
  y = x**3
end subroutine other

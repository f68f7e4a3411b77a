subroutine s(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2
end subroutine s

subroutine s(x, y)
  real, intent(in) :: x
  real, intent(out) :: y
  complex :: z
  z = x
  y = abs(z)
end subroutine s

subroutine s(x, y)
  real, intent(in) :: x
  real, intent(out) :: y
  double precision z
  z = x
  y = z*z
end subroutine s

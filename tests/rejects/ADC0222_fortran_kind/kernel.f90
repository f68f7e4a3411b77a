subroutine s(x, y)
  real, intent(in) :: x
  real, intent(out) :: y
  real*16 z
  z = x
  y = z*z
end subroutine s

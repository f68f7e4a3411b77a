subroutine s(x, y)
  real, intent(in) :: x
  real, intent(out) :: y
  real :: re, im
  re = x
  im = 0.0
  y = sqrt(re**2 + im**2)
end subroutine s

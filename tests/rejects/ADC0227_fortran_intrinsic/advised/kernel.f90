subroutine s(x, y)
  real, intent(in) :: x(3)
  real, intent(out) :: y
  y = x(1)*(floor(log(x(2))/log(2.0)) + 1)
end subroutine s

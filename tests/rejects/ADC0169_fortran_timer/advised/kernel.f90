subroutine s(x, y)
  real, intent(in) :: x
  real, intent(out) :: y
  y = x**2
end subroutine s

subroutine s(x, y)
  real, intent(in) :: x(3)
  real, intent(out) :: y
  y = x(1)*findloc(x, 1.0, 1)
end subroutine s

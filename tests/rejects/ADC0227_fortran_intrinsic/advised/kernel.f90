subroutine s(x, y)
  real, intent(in) :: x(3)
  real, intent(out) :: y
  y = x(1)/tan(x(2))
end subroutine s

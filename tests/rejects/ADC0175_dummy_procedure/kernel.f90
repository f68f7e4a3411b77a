subroutine s(x, y, f)
  real, intent(in) :: x
  real, intent(out) :: y
  external f
  y = f(x)
end subroutine s

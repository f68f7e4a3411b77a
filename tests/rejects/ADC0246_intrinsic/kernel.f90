subroutine s(x, y)
  real x, y
  y = gamma(x)
end subroutine s

subroutine s(x, y)
  real x, y
  external gamma
  y = gamma(x)
end subroutine s

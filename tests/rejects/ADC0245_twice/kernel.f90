subroutine s(x, y)
  real x, y
  y = law(x)
end subroutine s

subroutine s(x, y)
  real x, y, law
  y = law(x)
end subroutine s

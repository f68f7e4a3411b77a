subroutine s(x, y)
  real x, y
  double precision law
  y = law(x)
end subroutine s

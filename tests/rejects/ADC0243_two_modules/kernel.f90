subroutine s(x, y)
  use earth
  use moon
  real x, y
  y = gravity*day*x
end subroutine s

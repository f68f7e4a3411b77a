subroutine s(x, y)
  use earth
  use moon, only: day
  real x, y
  y = gravity*day*x
end subroutine s

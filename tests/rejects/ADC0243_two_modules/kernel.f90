subroutine s(x, y)
  use earth
  use moon
  real x, y
  y = gravity*x
end subroutine s

subroutine s(x, y)
  use fluid
  real x, y
  y = density*x
end subroutine s

subroutine s(x, y)
  use constants, only: gravity
  real x, y
  y = gravity*x
end subroutine s

subroutine s(x, y)
  implicit none
  real x, y, velocity
  velocity = 2.0*x
  y = velocity**2
end subroutine s

subroutine s(x, y)
  implicit none
  real x, y, velocity
  velocity = 2.0*x
  y = velocty**2
end subroutine s

module shapes
  type :: circle
    real :: radius
  end type circle
end module shapes

subroutine s(x, y, c_radius)
  use shapes
  real, intent(in) :: x
  real, intent(out) :: y
  real, intent(in) :: c_radius
  real :: d_radius
  d_radius = c_radius
  y = x**2
end subroutine s

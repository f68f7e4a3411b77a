module shapes
  type :: point
    real :: x, y
  end type point
  type :: circle
    type(point) :: point
    real :: radius
  end type circle
end module shapes

subroutine s(x, y)
  use shapes
  real, intent(in) :: x
  real, intent(out) :: y
  type(circle) :: c
  c%radius = x
  y = c%radius**2
end subroutine s

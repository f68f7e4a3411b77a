module shapes
  type :: circle
    real :: radius
  end type circle
end module shapes

subroutine s(x, y)
  use shapes
  real, intent(in) :: x
  real, intent(out) :: y
  type(circle) :: c, d
  d = c
  y = x**2
end subroutine s

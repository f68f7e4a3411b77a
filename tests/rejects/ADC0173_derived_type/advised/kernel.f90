module shapes
  type :: point
    real :: x, y
  contains
    procedure :: grow
  end type point
  type, extends(point) :: circle
    real :: radius
  contains
    procedure :: grow => grow_circle
  end type circle
contains
  subroutine grow(self)
    class(point), intent(inout) :: self
    self%x = 2*self%x
  end subroutine grow
  subroutine grow_circle(self)
    class(circle), intent(inout) :: self
    self%radius = 2*self%radius
  end subroutine grow_circle
end module shapes

subroutine s(x, y)
  use shapes
  real, intent(in) :: x
  real, intent(out) :: y
  type(circle) :: c
  c%radius = x
  call c%grow()
  call c%grow()
  y = c%radius**2
end subroutine s

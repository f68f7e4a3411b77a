module shapes
  type :: point
    real :: x, y
  contains
    procedure :: grow
    procedure :: twice
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
  subroutine twice(self)
    class(point), intent(inout) :: self
    call again()
    call again()
  contains
    subroutine again()
      call self%grow()
    end subroutine again
  end subroutine twice
end module shapes

subroutine s(x, y)
  use shapes
  real, intent(in) :: x
  real, intent(out) :: y
  type(circle) :: c
  c%radius = x
  call c%twice()
  y = c%radius**2
end subroutine s

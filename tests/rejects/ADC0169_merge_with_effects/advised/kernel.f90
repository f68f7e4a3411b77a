subroutine chosen(x, y)
  implicit none
  real(8), intent(inout) :: x, y
  if (.not. y > 1) y = next(x)
contains
  real(8) function next(v)
    real(8), intent(inout) :: v
    v = 2*v
    next = v**2
  end function next
end subroutine chosen

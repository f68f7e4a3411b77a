module meshes
  implicit none
  real(8), target, save :: held(3)
  type mesh
    real(8) :: x(3)
  end type mesh
contains
  subroutine aimed(m, y)
    type(mesh), intent(inout) :: m
    real(8), intent(out) :: y
    m%x = m%x**2
    y = sum(m%x)
  end subroutine aimed
end module meshes

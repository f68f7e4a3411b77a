module meshes
  implicit none
  real(8), target, save :: held(3)
  type mesh
    real(8), pointer :: x(:) => held
  end type mesh
contains
  subroutine aimed(m, y)
    type(mesh), intent(in) :: m
    real(8), intent(out) :: y
    m%x = m%x**2
    y = sum(held)
  end subroutine aimed
end module meshes

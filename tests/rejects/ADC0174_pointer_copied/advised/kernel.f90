module meshes
  implicit none
  type mesh
    real(8), allocatable :: x(:)
  end type mesh
contains
  subroutine copied(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(mesh) :: a, b
    allocate(a%x(n))
    a%x = x
    b = a
    b%x = b%x**2
    y = sum(a%x)
  end subroutine copied
end module meshes

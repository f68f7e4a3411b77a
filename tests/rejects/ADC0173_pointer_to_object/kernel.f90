module flows
  implicit none
  type mesh
    real(8) :: h
  end type mesh
  type flow
    type(mesh), pointer :: on => null()
    real(8) :: u
  end type flow
contains
  subroutine moved(f, v, total)
    type(flow), intent(inout) :: f
    real(8), intent(in) :: v
    real(8), intent(out) :: total
    if (.not. associated(f%on)) stop 'no mesh'
    total = f%u*v/f%on%h
  end subroutine moved
end module flows

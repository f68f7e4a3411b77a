subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout), target :: x(n)
  real(8), allocatable :: p(:)
  p = x
  x = p*x(1)
end subroutine

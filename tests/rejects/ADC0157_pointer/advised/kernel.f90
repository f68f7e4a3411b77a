subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout), target :: x(n)
  real(8), allocatable :: p(:)
10 p = x(2:)
  x(2:) = p*x(1)
  if (x(2) < 1) goto 10
end subroutine

subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  real(8) :: a
  x(1) = 2*x(1)
  a = x(2)
  x(1) = a*x(1)
end subroutine

subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  include 'sizes.inc'
  x(1) = 2*x(1)
end subroutine

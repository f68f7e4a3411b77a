subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), parameter :: re = 1.0d0, im = 2.0d0
  x(1) = sqrt(re**2 + im**2)
end subroutine

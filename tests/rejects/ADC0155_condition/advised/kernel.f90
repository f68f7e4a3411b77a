subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  if (n == 3) x(1) = 0.0d0
end subroutine

subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  x(1) = sin(x(2)*(x(1) + 1.0d0))
end subroutine

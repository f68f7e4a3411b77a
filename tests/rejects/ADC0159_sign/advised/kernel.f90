subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  x(1) = x(2)*(-x(3))
end subroutine

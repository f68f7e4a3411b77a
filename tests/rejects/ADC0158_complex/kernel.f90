subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  x(1) = abs((1.0d0, 2.0d0))
end subroutine

subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  x(1) = abs((x(2), 2.0d0))
end subroutine

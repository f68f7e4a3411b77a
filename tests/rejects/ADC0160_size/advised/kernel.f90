subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8) :: y
  y = x(1)
  x(2) = y*y
end subroutine

subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  x(1) = abs(cmplx(x(2), 2.0d0, 8))
end subroutine

subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  cal g(x)
end subroutine

subroutine g(x)
  real(8), intent(inout) :: x(*)
  x(1) = 2*x(1)
end subroutine

subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  p => x
end subroutine

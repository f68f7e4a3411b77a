subroutine f(n, x)
  integer :: n
  real(8) :: x(n)
  x(1) = 2*x(2)
end

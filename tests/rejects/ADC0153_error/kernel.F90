#ifndef SCHEME
#error choose a scheme
#endif
subroutine f(n, x)
  real(8) :: x(n)
  x(1) = SCHEME*x(2)
end

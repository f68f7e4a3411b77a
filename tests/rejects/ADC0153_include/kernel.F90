subroutine f(n, x)
#include "sizes.h"
  real(8) :: x(n)
  x(1) = 2*x(2)
end

#define K 8
subroutine f(n, x)
  real(K) :: x(n)
  x(1) = 2*x(2)
end

subroutine f(n, x)
real(8) :: x(n)
x(1) = 2*x(2)
end

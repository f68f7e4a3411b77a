subroutine s(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y
  complex :: z(n)
  z = cmplx(x, 1.0)
  y = abs(product(z))
end subroutine s

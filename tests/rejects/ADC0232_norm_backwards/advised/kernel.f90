function f(n, x) result(y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8) :: y
  y = sqrt(sum(x**2))
end function f

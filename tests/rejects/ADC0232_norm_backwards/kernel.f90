function f(n, x) result(y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8) :: y
  real(8), external :: dnrm2
  y = dnrm2(n, x, -1)
end function f

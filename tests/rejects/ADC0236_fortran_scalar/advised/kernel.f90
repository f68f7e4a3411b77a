subroutine weighted(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: weight
  weight = 0.5d0
  y = weight*sum(x**2) + x(1)
end subroutine weighted

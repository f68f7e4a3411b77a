subroutine scaled(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  character(len=6) :: laws(2)
  laws(1) = "linear"
  laws(2) = "square"
  y = x
  if (laws(n) == "square") y = x*x
end subroutine

subroutine scaled(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  character(len=6) :: law
  law = "square"
  y = x
  if (law == "square") y = x*x
end subroutine

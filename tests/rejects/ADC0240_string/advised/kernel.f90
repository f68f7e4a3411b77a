subroutine power(kind, x, y)
  character(len=*), intent(in) :: kind
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2
  if (kind == 'cube') y = x**3
end subroutine power

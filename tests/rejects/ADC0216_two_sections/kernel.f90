subroutine f(n, m, z, x, s)
  integer, intent(in) :: n, m
  real(8), intent(in) :: z(n, m), x
  real(8), intent(out) :: s
  integer :: i, j
  i = nint(x)
  j = nint(2*x)
  s = sum(cshift(z(i:i + 1, j:j + 1), 1))
end subroutine f

subroutine s(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), x(n)
  real(8), intent(out) :: y(n)
  integer :: p
  p = maxloc(x, 1)
  call dgemv('N', n, 1, 1d0, a(1, p), n, x, 1, 0d0, y, 1)
end subroutine s

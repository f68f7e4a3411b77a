subroutine s(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), x(n)
  real(8), intent(out) :: y(n)
  integer :: p, i
  p = maxloc(x, 1)
  do i = 1, n
    y(i) = a(i, p)*x(1)
  end do
end subroutine s

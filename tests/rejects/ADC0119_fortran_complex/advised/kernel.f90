subroutine s(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y
  complex :: z(n), p
  integer :: i
  z = cmplx(x, 1.0)
  p = 1
  do i = 1, n
    p = cmplx(real(p)*real(z(i)) - aimag(p)*aimag(z(i)), real(p)*aimag(z(i)) + aimag(p)*real(z(i)))
  end do
  y = abs(p)
end subroutine s

subroutine f(n, x, square, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  integer, intent(in) :: square(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n
    if (square(i) == 1) y = y + x(i)**2
  end do
end subroutine f

subroutine thinned(n, k, x, y)
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n, 2*k
    y = y + x(i)**2
  end do
end subroutine thinned

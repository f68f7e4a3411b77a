subroutine thinned(n, k, x, y)
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, m
  y = 0
  do m = 1, 2
    do i = 1, n, k - m
      y = y + x(i)**2
    end do
  end do
end subroutine thinned

subroutine thinned(n, k, x, y)
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j, m
  y = 0
  do m = 1, 2
    j = k - m
    if (j > 0) then
      do i = 1, n, j
        y = y + x(i)**2
      end do
    end if
  end do
end subroutine thinned

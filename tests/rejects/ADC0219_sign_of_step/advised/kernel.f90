subroutine thinned(n, k, x, y)
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j
  y = 0
  j = 2*k
  if (j > 0) then
    do i = 1, n, j
      y = y + x(i)**2
    end do
  end if
end subroutine thinned

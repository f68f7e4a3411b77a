subroutine thinned(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, k
  y = 0
  k = n/2
  if (k > 0) then
    do i = 1, n, k
      y = y + x(i)**2
    end do
  end if
end subroutine thinned

subroutine f(n, x, names, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  character(len=*), intent(in) :: names(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n
    if (x(i) > 100) write (*, *) 'large: ', names(i)
    if (names(i) == 'square') y = y + x(i)**2
  end do
end subroutine f

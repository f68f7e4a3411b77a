subroutine turned(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(2, n)
  integer :: j
  y = 0
  do j = 1, n
    y(mod(j - 1, 2) + 1, (j + 1)/2) = x(j)
  end do
end subroutine turned

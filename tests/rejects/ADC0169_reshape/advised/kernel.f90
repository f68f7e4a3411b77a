subroutine turned(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(2*n)
  real, intent(out) :: y(2, n)
  integer :: j
  do j = 1, n
    y(1, j) = x(j)
    y(2, j) = x(n + j)
  end do
end subroutine turned

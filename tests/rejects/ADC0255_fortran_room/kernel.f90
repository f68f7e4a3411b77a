subroutine neighbours(n, m, near, x, y)
  implicit none
  integer, intent(in) :: n, m, near(n)
  real(8), intent(in) :: x(m, n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:)
  integer :: i
  allocate(w(maxval(near)))
  w = 0
  do i = 1, n
    w(near(i)) = w(near(i)) + x(1, i)
  end do
  y = sum(w**2)
end subroutine neighbours

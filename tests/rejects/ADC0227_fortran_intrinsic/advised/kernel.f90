subroutine s(x, y)
  real, intent(in) :: x(3)
  real, intent(out) :: y
  integer :: i, place
  do i = 3, 1, -1
    if (x(i) <= minval(x)) place = i
  end do
  y = x(1)*place
end subroutine s

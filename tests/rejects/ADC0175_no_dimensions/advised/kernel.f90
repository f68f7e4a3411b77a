subroutine s(x, y, n)
  integer n
  real x(n)
  y = 0.0
  do i = 1, n
    y = y + x(i)**2
  end do
end subroutine s

! Jumps to one of several labels: whole branches of the routine depend on one integer.
subroutine dispatch(n, x, m, f)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: f
  integer :: i
  real(8) :: s, w(4)
  f = 0
  s = 1
  do i = 1, n
    go to (10, 20, 30, 40, 50, 60, 70) m
10  w(1) = x(i)*1.5d0*s
    s = s + w(2)
    continue
20  w(2) = x(i)*2.5d0*s
    s = s + w(3)
    go to 500
30  w(3) = x(i)*3.5d0*s
    s = s + w(4)
    go to 500
40  w(4) = x(i)*4.5d0*s
    s = s + w(1)
    continue
50  w(1) = x(i)*5.5d0*s
    s = s + w(2)
    go to 500
60  w(2) = x(i)*6.5d0*s
    s = s + w(3)
    go to 500
70  w(3) = x(i)*7.5d0*s
    s = s + w(4)
    continue
500 f = f + s*s
  end do
end subroutine dispatch

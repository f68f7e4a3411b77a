subroutine s(x, y)
  real, intent(in) :: x
  real, intent(out) :: y
  real :: start
  call cpu_time(start)
  y = x**2*start
end subroutine s

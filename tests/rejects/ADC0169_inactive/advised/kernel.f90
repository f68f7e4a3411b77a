subroutine timed(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: seconds
  call read_clock(seconds)
  y = x**2
end subroutine timed

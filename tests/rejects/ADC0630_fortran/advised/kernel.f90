subroutine kepler(m, e, x)
  real(8), intent(in) :: m, e
  real(8), intent(out) :: x
  real(8) :: x_new, change
  x = m
  change = 1.0d0
  !$adc fixed-point x
  do while (change > 1.0d-10)
    x_new = m + e * sin(x)
    change = abs(x_new - x)
    x = x_new
  end do
end subroutine kepler

! Advection with a limiter: the update of each cell depends on the sign of its slope.
subroutine limiter(n, steps, c, q)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(in) :: c
  real(8), intent(inout) :: q(0:n - 1)
  real(8) :: left, right, slope
  integer :: t, i
  do t = 1, steps
    do i = 1, n - 2
      left = q(i) - q(i - 1)
      right = q(i + 1) - q(i)
      if (left * right > 0) then
        slope = 2 * left * right / (left + right)
      else if (q(i) > 0.5d0) then
        slope = 0.1d0 * left * left
      else
        slope = 0
      end if
      q(i) = q(i) - c * left - 0.5d0 * c * (1 - c) * slope
    end do
  end do
end subroutine limiter

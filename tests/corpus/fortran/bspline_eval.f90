! check: --function curve --wrt ctrl,x --of y --size n=6,p=3,m=4 --set x=0.1:0.9
pure recursive function noop(x) result(y)
  real(8), intent(in) :: x
  real(8) :: y
  y = x
end function noop
subroutine curve(n, p, m, ctrl, x, y)
  implicit none
  integer, intent(in) :: n, p, m
  real(8), intent(in) :: ctrl(n), x(m)
  real(8), intent(out) :: y(m)
  real(8) :: knots(n+p+1), d(0:p), alpha
  integer :: i, j, k, r
  ! clamped uniform knots
  knots(1:p+1) = 0
  knots(n+1:n+p+1) = 1
  do i = 1, n - p - 1
    knots(p+1+i) = real(i, 8)/(n - p)
  end do
  do i = 1, m
    k = p + 1
    do while (k < n .and. x(i) >= knots(k+1))
      k = k + 1
    end do
    do j = 0, p
      d(j) = ctrl(j + k - p)
    end do
    do r = 1, p
      do j = p, r, -1
        alpha = (x(i) - knots(j+k-p))/(knots(j+1+k-r) - knots(j+k-p))
        d(j) = (1 - alpha)*d(j-1) + alpha*d(j)
      end do
    end do
    y(i) = d(p)
  end do
end subroutine curve

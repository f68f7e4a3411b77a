! check: --function shrink --wrt x --of x --size n=8 --set thresh=0.1
subroutine shrink(n, x, thresh)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: thresh
  real(8) :: tmp(n)
  real(8), parameter :: s = 1d0/sqrt(2d0)
  integer :: m, h, i
  m = n
  do while (m > 1)
    h = m/2
    tmp(1:h) = s*(x(1:m:2) + x(2:m:2))
    tmp(h+1:m) = s*(x(1:m:2) - x(2:m:2))
    x(1:m) = tmp(1:m)
    m = h
  end do
  do i = 2, n
    x(i) = sign(max(abs(x(i)) - thresh, 0d0), x(i))
  end do
  m = 1
  do while (m < n)
    tmp(1:2*m:2) = s*(x(1:m) + x(m+1:2*m))
    tmp(2:2*m:2) = s*(x(1:m) - x(m+1:2*m))
    x(1:2*m) = tmp(1:2*m)
    m = 2*m
  end do
end subroutine shrink

program rod
  implicit none
  real(8) :: u(20), total
  integer :: i, s
  do i = 1, 20
    u(i) = sin(0.2d0*i)
  end do
  do s = 1, 30
    u(2:19) = u(2:19) + 0.1d0*(u(1:18) - 2*u(2:19) + u(3:20))
  end do
  total = sum(u**2)
end program rod

! check: --function sor --wrt rhs,omega --of phi --size nx=5,ny=4 --set omega=1.2:1.4,tol=0.1
subroutine sor(nx, ny, phi, rhs, omega, tol, maxiter, iter)
  implicit none
  integer, intent(in) :: nx, ny, maxiter
  real(8), intent(inout), dimension(0:nx+1,0:ny+1) :: phi
  real(8), intent(in) :: rhs(nx,ny), omega, tol
  integer, intent(out) :: iter
  real(8) :: resmax, r
  integer :: i, j, colour
  iter = 0
  do
    iter = iter + 1
    resmax = 0.d0
    do colour = 0, 1
      do j = 1, ny
        do i = 1 + mod(j + colour, 2), nx, 2
          r = phi(i-1,j) + phi(i+1,j) + phi(i,j-1) + phi(i,j+1) - 4.d0*phi(i,j) - rhs(i,j)
          phi(i,j) = phi(i,j) + omega*r/4.d0
          resmax = max(resmax, abs(r))
        end do
      end do
    end do
    if (resmax < tol) exit
    if (iter >= maxiter) then
      write(*,*) 'SOR: maximum number of iterations reached'
      exit
    end if
  end do
end subroutine sor

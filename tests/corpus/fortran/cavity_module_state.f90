! check: --function run --wrt lid,nu --of drag --size nsteps=2 --set lid=0.5:1.0,nu=0.1:0.2
module grid
  implicit none
  integer, parameter :: nx = 5, ny = 4
  real(8), parameter :: dx = 1.d0/(nx - 1), dy = 1.d0/(ny - 1)
  real(8) :: psi(nx, ny), omega(nx, ny)
  real(8) :: dt = 1.d-3
end module grid
module stepping
  use grid
  implicit none
contains
  subroutine init
    psi = 0.d0
    omega = 0.d0
  end subroutine init
  subroutine poisson(nit)
    integer, intent(in) :: nit
    integer :: it, i, j
    do it = 1, nit
      do j = 2, ny - 1
        do i = 2, nx - 1
          psi(i,j) = ((psi(i+1,j) + psi(i-1,j))*dy**2 + (psi(i,j+1) + psi(i,j-1))*dx**2 &
                   &  + omega(i,j)*dx**2*dy**2)/(2*(dx**2 + dy**2))
        end do
      end do
    end do
  end subroutine poisson
  subroutine boundary(lid)
    real(8), intent(in) :: lid
    omega(:, 1)  = -2*psi(:, 2)/dy**2
    omega(:, ny) = -2*(psi(:, ny-1) + lid*dy)/dy**2
    omega(1, 2:ny-1)  = -2*psi(2, 2:ny-1)/dx**2
    omega(nx, 2:ny-1) = -2*psi(nx-1, 2:ny-1)/dx**2
  end subroutine boundary
  subroutine vorticity(nu)
    real(8), intent(in) :: nu
    real(8) :: w0(nx, ny), u, v
    integer :: i, j
    w0 = omega
    forall (i = 2:nx-1, j = 2:ny-1)
      omega(i,j) = w0(i,j) + dt*( &
        - (psi(i,j+1) - psi(i,j-1))/(2*dy)*(w0(i+1,j) - w0(i-1,j))/(2*dx) &
        + (psi(i+1,j) - psi(i-1,j))/(2*dx)*(w0(i,j+1) - w0(i,j-1))/(2*dy) &
        + nu*((w0(i+1,j) - 2*w0(i,j) + w0(i-1,j))/dx**2 + (w0(i,j+1) - 2*w0(i,j) + w0(i,j-1))/dy**2))
    end forall
  end subroutine vorticity
  subroutine run(nsteps, lid, nu, drag)
    integer, intent(in) :: nsteps
    real(8), intent(in) :: lid, nu
    real(8), intent(out) :: drag
    integer :: n
    call init
    do n = 1, nsteps
      call poisson(4)
      call boundary(lid)
      call vorticity(nu)
      if (any(abs(omega) > 1.d8)) then
        print '(a,i5)', 'blow up at step', n
        error stop
      end if
    end do
    drag = nu*sum(omega(2:nx-1, ny))*dx
  end subroutine run
end module stepping

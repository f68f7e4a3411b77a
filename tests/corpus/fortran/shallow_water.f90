! check: --function integrate --wrt h,u,v --of h,energy --size nx=5,ny=4,nsteps=2 --set h=0.9:1.1,g=1.0,dt=0.01,dx=0.2
module swe_mod
  implicit none
  private
  integer, parameter, public :: rk = kind(1d0)
  real(rk), save, public :: fcor = 0.3d0
  public :: integrate
contains
  subroutine integrate(nx, ny, nsteps, dt, dx, g, h, u, v, energy)
    integer, intent(in) :: nx, ny, nsteps
    real(rk), intent(in) :: dt, dx, g
    real(rk), dimension(nx, ny), intent(inout) :: h, u, v
    real(rk), intent(out) :: energy
    real(rk), dimension(0:nx+1, 0:ny+1) :: hh, uu, vv
    integer :: n
    do n = 1, nsteps
      hh(1:nx, 1:ny) = h
      uu(1:nx, 1:ny) = u
      vv(1:nx, 1:ny) = v
      call halo(hh)
      call halo(uu)
      call halo(vv)
      call step
    end do
    energy = 0.5_rk*sum(h*(u**2 + v**2) + g*h**2)/(nx*ny)
  contains
    subroutine step
      integer :: i, j
      real(rk) :: dhdt, dudt, dvdt, zeta
      do j = 1, ny
        do i = 1, nx
          dhdt = -(hh(i+1,j)*uu(i+1,j) - hh(i-1,j)*uu(i-1,j) + &
                   hh(i,j+1)*vv(i,j+1) - hh(i,j-1)*vv(i,j-1))/(2*dx)
          zeta = (vv(i+1,j) - vv(i-1,j) - uu(i,j+1) + uu(i,j-1))/(2*dx)
          dudt = (fcor + zeta)*vv(i,j) - g*ddx(hh, i, j)
          dvdt = -(fcor + zeta)*uu(i,j) - g*ddy(hh, i, j)
          h(i,j) = hh(i,j) + dt*dhdt
          u(i,j) = uu(i,j) + dt*dudt
          v(i,j) = vv(i,j) + dt*dvdt
        end do
      end do
    end subroutine step
    pure real(rk) function ddx(a, i, j)
      real(rk), intent(in) :: a(0:, 0:)
      integer, intent(in) :: i, j
      ddx = (a(i+1,j) - a(i-1,j))/(2*dx)
    end function ddx
    pure real(rk) function ddy(a, i, j)
      real(rk), intent(in) :: a(0:, 0:)
      integer, intent(in) :: i, j
      ddy = (a(i,j+1) - a(i,j-1))/(2*dx)
    end function ddy
  end subroutine integrate
  subroutine halo(a)
    real(rk), intent(inout) :: a(0:, 0:)
    integer :: nx, ny
    nx = ubound(a, 1) - 1
    ny = ubound(a, 2) - 1
    a(0, :) = a(nx, :)
    a(nx+1, :) = a(1, :)
    a(:, 0) = a(:, ny)
    a(:, ny+1) = a(:, 1)
  end subroutine halo
end module swe_mod

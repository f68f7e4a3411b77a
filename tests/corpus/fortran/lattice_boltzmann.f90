! check: --function lbm --wrt f,tau --of drag --size nx=4,ny=5,nt=2 --set f=0.05:0.2,tau=0.6:1.0
module d2q9
  implicit none
  integer, parameter :: q = 9
  integer, parameter :: ex(0:q-1) = (/ 0, 1, 0, -1, 0, 1, -1, -1, 1 /)
  integer, parameter :: ey(0:q-1) = (/ 0, 0, 1, 0, -1, 1, 1, -1, -1 /)
  integer, parameter :: opp(0:8) = (/ 0, 3, 4, 1, 2, 7, 8, 5, 6 /)
  real(8), parameter :: w(0:8) = (/ 4d0/9d0, 1d0/9d0, 1d0/9d0, 1d0/9d0, 1d0/9d0, &
       1d0/36d0, 1d0/36d0, 1d0/36d0, 1d0/36d0 /)
end module d2q9

subroutine lbm(nx, ny, nt, f, solid, tau, drag)
  use d2q9
  implicit none
  integer, intent(in) :: nx, ny, nt
  real(8), intent(inout) :: f(0:q-1, nx, ny)
  logical, intent(in) :: solid(nx, ny)
  real(8), intent(in) :: tau
  real(8), intent(out) :: drag
  real(8) :: fnew(0:q-1, nx, ny), rho, ux, uy, eu, usq, feq(0:q-1)
  integer :: t, i, j, k, ip, jp

  drag = 0d0
  do t = 1, nt
    ! collide
    do j = 1, ny
      do i = 1, nx
        if (solid(i, j)) cycle
        rho = sum(f(:, i, j))
        ux = dot_product(f(:, i, j), real(ex, 8))/rho
        uy = sum(f(:, i, j)*ey)/rho
        usq = ux**2 + uy**2
        do k = 0, q - 1
          eu = ex(k)*ux + ey(k)*uy
          feq(k) = w(k)*rho*(1 + 3*eu + 4.5d0*eu**2 - 1.5d0*usq)
        end do
        f(:, i, j) = f(:, i, j) - (f(:, i, j) - feq)/tau
      end do
    end do
    ! stream, with bounce back at obstacles
    fnew = f
    do j = 1, ny
      do i = 1, nx
        if (solid(i, j)) cycle
        do k = 0, q - 1
          ip = modulo(i - 1 + ex(k), nx) + 1
          jp = modulo(j - 1 + ey(k), ny) + 1
          if (solid(ip, jp)) then
            fnew(opp(k), i, j) = f(k, i, j)
            drag = drag + 2*f(k, i, j)*ex(k)
          else
            fnew(k, ip, jp) = f(k, i, j)
          end if
        end do
      end do
    end do
    f = fnew
  end do
  drag = drag + sum(f(1, :, :) - f(3, :, :))
end subroutine lbm

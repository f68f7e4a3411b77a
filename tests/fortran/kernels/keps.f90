module turb_constants
  implicit none
  integer, parameter :: dbl = 8
  real(dbl), parameter :: cmu = 0.09_dbl, c1 = 1.44_dbl, c2 = 1.92_dbl
  real(dbl), parameter :: sigk = 1.0_dbl, sige = 1.3_dbl, vkarman = 0.41_dbl
  real(dbl) :: visc = 1.0e-3_dbl
  logical :: wall_functions = .true.
end module turb_constants
module turbulence
  use turb_constants
  implicit none
  private
  public :: keps_column
contains
  subroutine tridag(a, b, c, r, u, n)
    integer, intent(in) :: n
    real(dbl), intent(in) :: a(n), b(n), c(n), r(n)
    real(dbl), intent(out) :: u(n)
    real(dbl) :: gam(n), bet
    integer :: j
    bet = b(1)
    u(1) = r(1)/bet
    do j = 2, n
      gam(j) = c(j-1)/bet
      bet = b(j) - a(j)*gam(j)
      u(j) = (r(j) - a(j)*u(j-1))/bet
    end do
    do j = n - 1, 1, -1
      u(j) = u(j) - gam(j+1)*u(j+1)
    end do
  end subroutine tridag
  subroutine keps_column(nz, nstep, dt, dz, ustar, shear, tke, eps, nut, work)
    integer, intent(in) :: nz, nstep
    real(dbl), intent(in) :: dt, dz, ustar, shear(nz)
    real(dbl), intent(inout) :: tke(nz), eps(nz)
    real(dbl), intent(out) :: nut(nz), work
    real(dbl), dimension(nz) :: lower, diag, upper, rhs, prod
    integer :: k, step
    work = 0.0_dbl
    do step = 1, nstep
      do k = 1, nz
        nut(k) = cmu*tke(k)**2/max(eps(k), 1.0e-8_dbl) + visc
        prod(k) = nut(k)*shear(k)**2
      end do
      call fill(nz, dt/dz**2, nut/sigk, lower, diag, upper)
      rhs = tke + dt*(prod - eps)
      where (rhs < 1.0e-6_dbl) rhs = 1.0e-6_dbl
      if (wall_functions) then
        lower(1) = 0; upper(1) = 0; diag(1) = 1
        rhs(1) = ustar**2/sqrt(cmu)
      end if
      call tridag(lower, diag, upper, rhs, tke, nz)
      call fill(nz, dt/dz**2, nut/sige, lower, diag, upper)
      rhs = eps + dt*eps/max(tke, 1.0e-6_dbl)*(c1*prod - c2*eps)
      diag(nz) = diag(nz) + 0.1_dbl*dt
      call tridag(lower, diag, upper, rhs, eps, nz)
      eps = max(eps, 1.0e-7_dbl)
      work = work + dt*sum(prod)*dz
    end do
  contains
    subroutine fill(n, lambda, d, lo, di, up)
      integer, intent(in) :: n
      real(dbl), intent(in) :: lambda, d(:)
      real(dbl), intent(out) :: lo(:), di(:), up(:)
      integer :: j
      lo = 0.0_dbl
      up = 0.0_dbl
      do j = 2, n
        lo(j) = -0.5_dbl*lambda*(d(j) + d(j-1))
        up(j-1) = lo(j)
      end do
      di = 1.0_dbl - lo - up
    end subroutine fill
  end subroutine keps_column
end module turbulence

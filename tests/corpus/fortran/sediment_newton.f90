! check: --function profile --wrt conc,par --of conc,flux --size nz=5 --set conc=0.2:0.8
module params_mod
  implicit none
  type, public :: params_t
    real(8) :: ws = 0.01d0
    real(8) :: gel = 0.9d0
    logical :: hindered = .true.
    real(8), allocatable :: diff(:)
  end type params_t
end module params_mod
subroutine profile(nz, conc, par, flux)
  use params_mod
  implicit none
  integer, intent(in) :: nz
  real(8), intent(inout) :: conc(nz)
  type(params_t), intent(in) :: par
  real(8), intent(out) :: flux
  real(8), allocatable :: w(:), tmp(:)
  integer :: k
  allocate (w(0:nz), source=0d0)
  do k = 1, nz - 1
    block
      real(8) :: c, fac
      c = 0.5d0*(conc(k) + conc(k+1))
      fac = 1d0
      if (par%hindered) fac = max(1d0 - c/(1d0 + par%gel**2), 0d0)**4.65d0
      w(k) = -par%ws*fac*c
    end block
  end do
  tmp = conc
  do k = 1, nz
    tmp(k) = conc(k) - (w(k) - w(k-1)) + 0.1d0*par%diff(k)*(conc(min(k+1,nz)) - 2*conc(k) + conc(max(k-1,1)))
  end do
  flux = minval(w)
  call move_alloc(tmp, w)
  conc = w
end subroutine profile

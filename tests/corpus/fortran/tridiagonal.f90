! check: --function diffuse --wrt t,kz --of t --size nlev=5 --set kz=0.1:1.0,dt=0.5
module vdiff
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
contains
  subroutine diffuse(nlev, z, t, kz, dt, flux_sfc)
    integer, intent(in) :: nlev
    real(real64), intent(in) :: z(nlev), kz(0:nlev), dt
    real(real64), intent(inout) :: t(nlev)
    real(real64), intent(in), optional :: flux_sfc
    real(real64) :: a(nlev), b(nlev), c(nlev), dz(nlev)
    integer :: k
    dz(:) = 1.0_real64 + 0.1_real64*z(:)
    a(1) = 0
    c(nlev) = 0
    do concurrent (k = 2:nlev)
      a(k) = -dt*kz(k-1)/(dz(k)*0.5_real64*(dz(k) + dz(k-1)))
    end do
    do concurrent (k = 1:nlev-1)
      c(k) = -dt*kz(k)/(dz(k)*0.5_real64*(dz(k+1) + dz(k)))
    end do
    b = 1.0_real64 - a - c
    if (present(flux_sfc)) t(1) = t(1) + dt*flux_sfc/dz(1)
    call thomas(a, b, c, t)
  end subroutine diffuse

  subroutine thomas(a, b, c, d)
    real(real64), intent(in) :: a(:), b(:), c(:)
    real(real64), intent(inout) :: d(:)
    real(real64) :: cp(size(d)), denom
    integer :: i, n
    n = size(d)
    cp(1) = c(1)/b(1)
    d(1) = d(1)/b(1)
    do i = 2, n
      denom = b(i) - a(i)*cp(i-1)
      if (abs(denom) < epsilon(denom)) error stop 'thomas: zero pivot'
      cp(i) = c(i)/denom
      d(i) = (d(i) - a(i)*d(i-1))/denom
    end do
    do i = n - 1, 1, -1
      d(i) = d(i) - cp(i)*d(i+1)
    end do
  end subroutine thomas
end module vdiff

! check: --function radlw --wrt t,q,ts --of olr,heat --size nlev=4 --set t=220:290,q=0.001:0.01,ts=285:290
module rad_data
  implicit none
  integer, parameter :: nband = 3
  real(8), dimension(nband) :: kabs, frac
  data kabs /0.5d0, 5.0d0, 50.0d0/
  data frac /0.3d0, 0.5d0, 0.2d0/
  save
end module rad_data
subroutine radlw(nlev, t, q, ts, olr, heat)
  use rad_data, only : nband, kabs, frac
  implicit none
  integer, intent(in) :: nlev
  real(8), intent(in) :: t(nlev), q(nlev), ts
  real(8), intent(out) :: olr, heat(nlev)
  real(8), parameter :: sigma = 5.67d-8, dp = 1.0d4, grav = 9.81d0, cp = 1004.d0
  real(8) :: trans(nlev), up(nlev+1), dn(nlev+1), b, tau
  integer :: ib, k
  heat(:) = 0
  olr = 0
  bands: do ib = 1, nband
    do k = 1, nlev
      tau = kabs(ib)*q(k)*dp/grav/100.d0
      if (tau > 30.d0) then
        trans(k) = 0.d0
      else
        trans(k) = exp(-1.66d0*tau)
      end if
    end do
    dn(nlev+1) = 0
    do k = nlev, 1, -1
      b = frac(ib)*planck(t(k))
      dn(k) = dn(k+1)*trans(k) + b*(1 - trans(k))
    end do
    up(1) = frac(ib)*planck(ts)
    do k = 1, nlev
      up(k+1) = up(k)*trans(k) + frac(ib)*planck(t(k))*(1 - trans(k))
    end do
    olr = olr + up(nlev+1)
    heat = heat - (up(2:) - up(:nlev) - dn(2:) + dn(:nlev))*grav/(cp*dp)
  end do bands
contains
  real(8) function planck(temp)
    real(8) :: temp
    planck = sigma*temp**4
  end function planck
end subroutine radlw

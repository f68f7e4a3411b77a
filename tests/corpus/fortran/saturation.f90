! check: --function adjust --wrt t,q --of t,q,rain --set t=260:300,q=0.005:0.03,p=80000:100000 --size n=5
module physconst
  implicit none
  integer, parameter :: wp = selected_real_kind(12, 300)
  real(wp), parameter :: rd = 287.04_wp, rv = 461.6_wp, cp = 1004.64_wp
  real(wp), parameter :: lv = 2.5008e6_wp, ls = 2.8345e6_wp, tmelt = 273.16_wp
  real(wp), parameter :: eps = rd/rv
end module physconst

module saturation
  use physconst, only: wp, rd, rv, cp, lv, ls, tmelt, eps
  implicit none
  private
  public :: adjust
  interface qsat
    module procedure qsat_scalar
  end interface qsat
contains
  elemental function esat(t) result(e)
    real(wp), intent(in) :: t
    real(wp) :: e
    if (t >= tmelt) then
      e = 610.78_wp*exp(17.269_wp*(t - tmelt)/(t - 35.86_wp))
    else
      e = 610.78_wp*exp(21.875_wp*(t - tmelt)/(t - 7.66_wp))
    end if
  end function esat

  elemental real(wp) function qsat_scalar(t, p)
    real(wp), intent(in) :: t, p
    real(wp) :: e
    e = min(esat(t), 0.5_wp*p)
    qsat_scalar = eps*e/(p - (1.0_wp - eps)*e)
  end function qsat_scalar

  pure elemental subroutine newton_step(t, q, p, cond)
    real(wp), intent(inout) :: t, q, cond
    real(wp), intent(in) :: p
    real(wp) :: qs, dqs, dq
    real(wp), parameter :: delta = 0.01_wp
    qs = qsat(t, p)
    dqs = (qsat(t + delta, p) - qsat(t - delta, p))/(2*delta)
    dq = max((q - qs)/(1.0_wp + lv/cp*dqs), 0.0_wp)
    q = q - dq
    t = t + lv/cp*dq
    cond = cond + dq
  end subroutine newton_step

  subroutine adjust(n, t, q, p, dt, rain)
    integer, intent(in) :: n
    real(wp), dimension(n), intent(inout) :: t, q
    real(wp), dimension(n), intent(in) :: p
    real(wp), intent(in) :: dt
    real(wp), intent(out) :: rain
    real(wp), dimension(n) :: cond, fice
    integer :: it

    cond = 0.0_wp
    do it = 1, 2
      call newton_step(t, q, p, cond)
    end do
    where (t < tmelt - 23.0_wp)
      fice = 1.0_wp
    elsewhere (t < tmelt)
      fice = ((tmelt - t)/23.0_wp)**2
    elsewhere
      fice = 0.0_wp
    end where
    t = t + (ls - lv)/cp*fice*cond
    rain = sum(cond*(1 - fice))/dt
  end subroutine adjust
end module saturation

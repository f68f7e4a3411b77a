! Warm-rain microphysics of a column of air after Kessler (Meteor. Monogr. 32, 1969), in the form
! of Klemp and Wilhelmson (J. Atmos. Sci. 35, 1978): autoconversion and accretion of cloud water,
! evaporation of rain, saturation adjustment, and sedimentation of rain with upstream differences.
module microphysics
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: kessler_column

  real(wp), parameter :: cp = 1004.5_wp, rd = 287.04_wp, lv = 2.5e6_wp, p0 = 1.0e5_wp
  real(wp), parameter :: kappa = rd / cp
  real(wp), parameter :: autoconversion_threshold = 0.001_wp
  real(wp), parameter :: tiny_rain = 1.0e-12_wp

contains

  subroutine kessler_column(dt, substeps, rho, exner, z, theta, qv, qc, qr, precipitation, rates)
    real(wp), intent(in) :: dt
    integer, intent(in) :: substeps
    real(wp), intent(in) :: rho(:), exner(:), z(:)
    real(wp), intent(inout) :: theta(:), qv(:), qc(:), qr(:)
    real(wp), intent(out) :: precipitation
    real(wp), intent(in) :: rates(3)       ! autoconversion, accretion, evaporation
    real(wp), allocatable :: fall(:), pressure(:), density_ratio(:)
    real(wp) :: dts, production, evaporation, qrprod
    integer :: k, nz, n

    nz = size(theta)
    allocate (fall(nz), pressure(nz), density_ratio(nz))
    dts = dt / real(substeps, wp)
    precipitation = 0.0_wp
    pressure = p0 * exner**(1.0_wp / kappa)
    density_ratio = sqrt(rho(1) / rho)

    substep: do n = 1, substeps
      do k = 1, nz
        fall(k) = fall_speed(rho(k), qr(k), density_ratio(k))
      end do
      precipitation = precipitation + rho(1) * qr(1) * fall(1) * dts / 1000.0_wp

      call sediment(dts, rho, z, fall, qr)

      levels: do k = 1, nz
        qrprod = rain_production(dts, qc(k), qr(k), rates(1), rates(2))
        qc(k) = max(qc(k) - qrprod, 0.0_wp)
        qr(k) = max(qr(k) + qrprod, 0.0_wp)
        call adjust(rho(k), pressure(k), exner(k), theta(k), qv(k), qc(k), production)
        if (production < 0.0_wp .and. qr(k) > tiny_rain) then
          evaporation = evaporated(dts, rho(k), pressure(k), exner(k) * theta(k), qv(k), qr(k), &
                                   rates(3))
          evaporation = min(evaporation, -production, qr(k))
        else
          evaporation = 0.0_wp
        end if
        qr(k) = qr(k) - evaporation
        qv(k) = qv(k) + evaporation
        theta(k) = theta(k) - lv / (cp * exner(k)) * evaporation
      end do levels
    end do substep
    deallocate (fall, pressure, density_ratio)
  end subroutine kessler_column

  ! Terminal velocity of rain in m/s (Klemp and Wilhelmson, eq. 2.15).
  pure function fall_speed(rho, qr, ratio) result(speed)
    real(wp), intent(in) :: rho, qr, ratio
    real(wp) :: speed
    if (qr <= tiny_rain) then
      speed = 0.0_wp
    else
      speed = 36.34_wp * (0.001_wp * rho * qr)**0.1364_wp * ratio
    end if
  end function fall_speed

  ! Upstream sedimentation; the top level has nothing above it.
  subroutine sediment(dts, rho, z, fall, qr)
    real(wp), intent(in) :: dts, rho(:), z(:), fall(:)
    real(wp), intent(inout) :: qr(:)
    real(wp) :: flux(size(qr) + 1)
    integer :: nz
    nz = size(qr)
    flux(1:nz) = rho * qr * fall
    flux(nz + 1) = 0.0_wp
    qr(1:nz - 1) = qr(1:nz - 1) &
                 + dts * (flux(2:nz) - flux(1:nz - 1)) / (rho(1:nz - 1) * (z(2:nz) - z(1:nz - 1)))
    qr(nz) = qr(nz) - dts * flux(nz) / (rho(nz) * (z(nz) - z(nz - 1)))
  end subroutine sediment

  pure real(wp) function rain_production(dts, qc, qr, auto, accretion)
    real(wp), intent(in) :: dts, qc, qr, auto, accretion
    real(wp) :: converted
    converted = auto * dts * max(qc - autoconversion_threshold, 0.0_wp)
    if (qr > tiny_rain) then
      ! implicit in the cloud water
      rain_production = qc - (qc - converted) / (1.0_wp + accretion * dts * qr**0.875_wp)
    else
      rain_production = converted
    end if
  end function rain_production

  ! Saturation adjustment by one Newton step (Soong and Ogura 1973); `production` is what condenses.
  subroutine adjust(rho, pressure, exner, theta, qv, qc, production)
    real(wp), intent(in) :: rho, pressure, exner
    real(wp), intent(inout) :: theta, qv, qc
    real(wp), intent(out) :: production
    real(wp) :: temperature, qvs, change
    temperature = exner * theta
    qvs = saturation(pressure, temperature)
    change = (qv - qvs) &
           / (1.0_wp + qvs * 4093.0_wp * lv / (cp * (temperature - 36.0_wp)**2))
    production = change
    change = max(change, -qc)
    theta = theta + lv / (cp * exner) * change
    qv = qv - change
    qc = qc + change
    if (rho <= 0.0_wp) production = 0.0_wp
  end subroutine adjust

  ! Saturation mixing ratio over water by Tetens' formula.
  pure elemental function saturation(pressure, temperature)
    real(wp), intent(in) :: pressure, temperature
    real(wp) :: saturation
    saturation = 380.0_wp / pressure &
               * exp(17.27_wp * (temperature - 273.0_wp) / (temperature - 36.0_wp))
  end function saturation

  ! Ventilated evaporation of rain (Ogura and Takahashi 1971).
  function evaporated(dts, rho, pressure, temperature, qv, qr, rate) result(amount)
    real(wp), intent(in) :: dts, rho, pressure, temperature, qv, qr, rate
    real(wp) :: amount, qvs, ventilation, wet
    qvs = saturation(pressure, temperature)
    wet = 0.001_wp * rho * qr
    ventilation = rate * (1.6_wp + 30.39_wp * wet**0.2046_wp) * wet**0.525_wp
    amount = dts * ventilation * max(1.0_wp - qv / qvs, 0.0_wp) &
           / ((2.03e4_wp + 9.584e6_wp / (pressure * qvs)) * rho * 0.001_wp)
  end function evaporated
end module microphysics

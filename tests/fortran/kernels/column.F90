#include "column_settings.h"
! Vertical mixing of momentum and heat in a column of air: diffusivities after Louis (Bound.-Layer
! Meteor. 17, 1979) that depend on the Richardson number, and an implicit step (backward Euler)
! with one tridiagonal solve for each field.
module column_mixing
  use column_constants, only: wp, karman, gravity, kmin => background_diffusivity
  implicit none
  private
  public :: mix

contains

  subroutine mix(steps, dt, z, u, theta, stress, heating)
    integer, intent(in) :: steps
    real(wp), intent(in) :: dt, z(:)              ! z: heights of the levels, increasing
    real(wp), intent(inout) :: u(:), theta(:)
    real(wp), intent(in) :: stress
#ifdef WITH_SURFACE_FLUX
    real(wp), intent(in) :: heating
#else
    real(wp), intent(out) :: heating
#endif
    real(wp), dimension(size(z) - 1) :: km, kh, dz
    integer :: n

    n = size(z)
    dz = z(2:) - z(:n - 1)
    call loop(n)
#ifndef WITH_SURFACE_FLUX
    heating = 0.0_wp
#endif

  contains

    subroutine loop(levels)
      integer, intent(in) :: levels
      integer :: step
      do step = 1, steps
        call diffusivities(levels, z, dz, u, theta, km, kh)
        u(1) = u(1) - dt * stress / dz(1)
#ifdef WITH_SURFACE_FLUX
        theta(1) = theta(1) + dt * heating / dz(1)
#endif
        call implicit_step(levels, dt, dz, km, u)
        call implicit_step(levels, dt, dz, kh, theta)
      end do
    end subroutine loop
  end subroutine mix

  subroutine diffusivities(n, z, dz, u, theta, km, kh)
    integer, intent(in) :: n
    real(wp), intent(in) :: z(n), dz(n - 1), u(n), theta(n)
    real(wp), intent(out) :: km(n - 1), kh(n - 1)
    real(wp) :: shear, richardson, length, neutral, height
    integer :: k

    do k = 1, n - 1
      height = 0.5_wp * (z(k) + z(k + 1))
      length = karman * height / (1.0_wp + karman * height / 40.0_wp)
      shear = SQUARE((u(k + 1) - u(k)) / dz(k)) + 1.0e-6_wp
      richardson = 2.0_wp * gravity / (theta(k) + theta(k + 1)) &
                 * (theta(k + 1) - theta(k)) / dz(k) / shear
      neutral = SQUARE(length) * sqrt(shear)
      if (richardson >= CRITICAL_RICHARDSON) then
        km(k) = kmin
        kh(k) = kmin
      else if (richardson > 0.0_wp) then
        km(k) = kmin + neutral * SQUARE(1.0_wp - richardson / CRITICAL_RICHARDSON)
        kh(k) = km(k)
      else
        km(k) = kmin + neutral * sqrt(1.0_wp - 16.0_wp * richardson)
        kh(k) = kmin + (km(k) - kmin) * (1.0_wp - 16.0_wp * richardson)**0.25_wp
      end if
    end do
  end subroutine diffusivities

  subroutine implicit_step(n, dt, dz, k, x)
    integer, intent(in) :: n
    real(wp), intent(in) :: dt, dz(n - 1), k(n - 1)
    real(wp), intent(inout) :: x(n)
    real(wp) :: lower, upper, denominator, c(n)
    integer :: i

    c = 0.0_wp
    do i = 1, n
      lower = 0.0_wp
      upper = 0.0_wp
      if (i > 1) lower = dt * k(i - 1) / SQUARE(dz(i - 1))
      if (i < n) upper = dt * k(i) / SQUARE(dz(i))
      if (i == 1) then
        denominator = 1.0_wp + upper
        x(i) = x(i) / denominator
      else
        denominator = 1.0_wp + lower + upper - lower * c(i - 1)
        x(i) = (x(i) + lower * x(i - 1)) / denominator
      end if
      c(i) = upper / denominator
    end do
    do i = n - 1, 1, -1
      x(i) = x(i) + c(i) * x(i + 1)
    end do
  end subroutine implicit_step
end module column_mixing

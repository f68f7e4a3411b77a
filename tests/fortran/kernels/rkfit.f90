! Fit of a predator-prey model to observations: the classical Runge-Kutta method over all steps, a
! trapezoidal misfit, and a penalty that keeps the rates near their background values.
module ode_types
  use iso_c_binding, only: c_double, c_int
  implicit none
  private
  integer, parameter, public :: rk = c_double, ik = c_int
  integer(ik), parameter, public :: nstate = 2, nrate = 5
  real(rk), parameter, public :: background(nrate) = [0.6_rk, 0.5_rk, 0.4_rk, 0.3_rk, 0.05_rk]
end module ode_types

module lotka
  use ode_types, ydim => nstate
  implicit none
  private
  public :: fit_cost
contains

  function fit_cost(nobs, every, t_end, rates, y0, obs, weight) result(cost)
    integer(ik), intent(in) :: nobs, every
    real(rk), intent(in) :: t_end
    real(rk), intent(in) :: rates(nrate), y0(ydim)
    real(rk), intent(in) :: obs(:, 0:)
    real(rk), intent(in), optional :: weight
    real(rk) :: cost
    real(rk), allocatable :: trajectory(:, :)
    real(rk) :: h, factor
    integer(ik) :: k, steps

    steps = nobs * every
    h = t_end / real(steps, kind=rk)
    allocate (trajectory(ydim, 0:steps))
    trajectory(:, 0) = y0
    do k = 1, steps
      trajectory(:, k) = rk4(trajectory(:, k - 1), real(k - 1, rk) * h, h, rates)
    end do

    cost = 0
    do k = 0, nobs
      factor = merge(0.5_rk, 1.0_rk, k == 0 .or. k == nobs)
      cost = cost + factor * sum((trajectory(:, k * every) - obs(:, k))**2)
    end do
    cost = 0.5_rk * cost
    if (present(weight)) cost = cost + weight * sum((rates - background)**2)
    if (allocated(trajectory)) deallocate (trajectory)
  end function fit_cost

  pure function rk4(y, t, h, rates) result(next)
    real(rk), intent(in) :: y(ydim), t, h, rates(nrate)
    real(rk) :: next(ydim)
    real(rk), dimension(ydim) :: k1, k2, k3, k4
    k1 = derivative(y, t, rates)
    k2 = derivative(y + 0.5_rk * h * k1, t + 0.5_rk * h, rates)
    k3 = derivative(y + 0.5_rk * h * k2, t + 0.5_rk * h, rates)
    k4 = derivative(y + h * k3, t + h, rates)
    next = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
  end function rk4

  ! Growth with a season, saturating predation.
  pure function derivative(y, t, rates) result(dy)
    real(rk), intent(in) :: y(ydim), t, rates(nrate)
    real(rk) :: dy(ydim), prey, predators, eaten
    prey = y(1)
    predators = y(2)
    eaten = rates(2) * prey * predators / (1.0_rk + rates(5) * prey)
    dy(1) = rates(1) * (1.0_rk + 0.2_rk * sin(t)) * prey - eaten
    dy(2) = rates(3) * eaten - rates(4) * predators
  end function derivative
end module lotka

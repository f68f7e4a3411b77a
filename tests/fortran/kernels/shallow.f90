! One step of the shallow-water equations on an Arakawa C grid: Sadourny's energy-conserving
! scheme (J. Atmos. Sci. 32, 1975) in space, a predictor and a trapezoidal corrector in time,
! periodic in x, walls in y. Bottom friction is quadratic, the bottom is uneven.
module swe_constants
  implicit none
  integer, parameter :: dp = selected_real_kind(15, 307)
  real(dp), parameter :: grav = 9.81_dp
  real(dp), parameter :: half = 0.5_dp, quarter = 0.25_dp
  real(dp) :: drag = 2.0e-3_dp      ! bottom drag coefficient
  real(dp) :: coriolis(0:1) = (/ 1.0e-1_dp, 2.0e-2_dp /)  ! f0 and beta
end module swe_constants

module swe
  use swe_constants, only: dp, grav, half, quarter, cd => drag, coriolis
  implicit none
  private
  public :: swe_step

contains

  subroutine swe_step(nx, ny, nsteps, dt, dx, dy, bottom, h, u, v)
    ! Advances layer thickness h, velocities u (west faces) and v (south faces).
    integer, intent(in) :: nx, ny, nsteps
    real(dp), intent(in) :: dt, dx, dy
    real(dp), dimension(nx, ny), intent(in) :: bottom
    real(dp), dimension(nx, ny), intent(inout) :: h
    real(dp), dimension(nx, ny), intent(inout) :: u
    real(dp), dimension(nx, ny + 1), intent(inout) :: v
    real(dp), dimension(nx, ny) :: dh, du, dh2, du2, hn, un
    real(dp), dimension(nx, ny + 1) :: dv, dv2, vn
    integer :: n

    do n = 1, nsteps
      call tendencies(nx, ny, dx, dy, bottom, h, u, v, dh, du, dv)
      hn = h + dt * dh
      un = u + dt * du
      vn = v + dt * dv
      call tendencies(nx, ny, dx, dy, bottom, hn, un, vn, dh2, du2, dv2)
      h = h + half * dt * (dh + dh2)
      u = u + half * dt * (du + du2)
      v = v + half * dt * (dv + dv2)
    end do
  end subroutine swe_step

  subroutine tendencies(nx, ny, dx, dy, bottom, h, u, v, dh, du, dv)
    integer, intent(in) :: nx, ny
    real(dp), intent(in) :: dx, dy
    real(dp), intent(in) :: bottom(nx, ny), h(nx, ny), u(nx, ny), v(nx, ny + 1)
    real(dp), intent(out) :: dh(nx, ny), du(nx, ny), dv(nx, ny + 1)
    real(dp) :: flux_x(nx, ny), flux_y(nx, ny + 1)
    real(dp) :: bernoulli(nx, ny), pv(nx, ny + 1)
    integer :: i, j, im, ip

    call mass_fluxes(nx, ny, h, u, v, flux_x, flux_y)
    call bernoulli_head(nx, ny, bottom, h, u, v, bernoulli)
    call potential_vorticity(nx, ny, dx, dy, h, u, v, pv)

    do j = 1, ny
      do i = 1, nx
        ip = i + 1
        if (i == nx) ip = 1
        dh(i, j) = -(flux_x(ip, j) - flux_x(i, j)) / dx - (flux_y(i, j + 1) - flux_y(i, j)) / dy
      end do
    end do

    do j = 1, ny
      do i = 1, nx
        im = i - 1
        if (i == 1) im = nx
        du(i, j) = quarter * (pv(i, j + 1) * (flux_y(i, j + 1) + flux_y(im, j + 1)) &
                 + pv(i, j) * (flux_y(i, j) + flux_y(im, j))) &
                 - (bernoulli(i, j) - bernoulli(im, j)) / dx &
                 - cd * u(i, j) * sqrt(u(i, j)**2 + 1.0e-6_dp) / (half * (h(i, j) + h(im, j)))
      end do
    end do

    dv(:, 1) = 0.0_dp
    dv(:, ny + 1) = 0.0_dp
    do j = 2, ny
      do i = 1, nx
        ip = i + 1
        if (i == nx) ip = 1
        dv(i, j) = -quarter * (pv(ip, j) * (flux_x(ip, j) + flux_x(ip, j - 1)) &
                 + pv(i, j) * (flux_x(i, j) + flux_x(i, j - 1))) &
                 - (bernoulli(i, j) - bernoulli(i, j - 1)) / dy &
                 - cd * v(i, j) * sqrt(v(i, j)**2 + 1.0e-6_dp) / (half * (h(i, j) + h(i, j - 1)))
      end do
    end do
  end subroutine tendencies

  subroutine mass_fluxes(nx, ny, h, u, v, flux_x, flux_y)
    integer, intent(in) :: nx, ny
    real(dp), intent(in) :: h(nx, ny), u(nx, ny), v(nx, ny + 1)
    real(dp), intent(out) :: flux_x(nx, ny), flux_y(nx, ny + 1)

    flux_x(2:nx, :) = half * (h(2:nx, :) + h(1:nx - 1, :)) * u(2:nx, :)
    flux_x(1, :) = half * (h(1, :) + h(nx, :)) * u(1, :)
    flux_y(:, 2:ny) = half * (h(:, 2:ny) + h(:, 1:ny - 1)) * v(:, 2:ny)
    flux_y(:, 1) = 0.0_dp
    flux_y(:, ny + 1) = 0.0_dp
  end subroutine mass_fluxes

  subroutine bernoulli_head(nx, ny, bottom, h, u, v, b)
    integer, intent(in) :: nx, ny
    real(dp), intent(in) :: bottom(nx, ny), h(nx, ny), u(nx, ny), v(nx, ny + 1)
    real(dp), intent(out) :: b(nx, ny)
    real(dp) :: kinetic
    integer :: i, j, ip

    do j = 1, ny
      do i = 1, nx
        ip = i + 1
        if (ip > nx) ip = 1
        kinetic = quarter * (u(i, j)**2 + u(ip, j)**2 + v(i, j)**2 + v(i, j + 1)**2)
        b(i, j) = kinetic + grav * (h(i, j) + bottom(i, j))
      end do
    end do
  end subroutine bernoulli_head

  subroutine potential_vorticity(nx, ny, dx, dy, h, u, v, q)
    ! On the south-west corners; rows 1 and ny+1 are the walls.
    integer, intent(in) :: nx, ny
    real(dp), intent(in) :: dx, dy
    real(dp), intent(in) :: h(nx, ny), u(nx, ny), v(nx, ny + 1)
    real(dp), intent(out) :: q(nx, ny + 1)
    real(dp) :: f, depth, zeta
    integer :: i, j, im

    do j = 1, ny + 1
      f = coriolis(0) + coriolis(1) * real(j - 1, dp) * dy
      do i = 1, nx
        im = i - 1
        if (i == 1) im = nx
        if (j == 1) then
          depth = half * (h(i, 1) + h(im, 1))
          zeta = 0.0_dp
        else if (j == ny + 1) then
          depth = half * (h(i, ny) + h(im, ny))
          zeta = 0.0_dp
        else
          depth = quarter * (h(i, j) + h(im, j) + h(i, j - 1) + h(im, j - 1))
          zeta = (v(i, j) - v(im, j)) / dx - (u(i, j) - u(i, j - 1)) / dy
        end if
        q(i, j) = (zeta + f) / depth
      end do
    end do
  end subroutine potential_vorticity
end module swe

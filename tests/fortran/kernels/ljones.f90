! Lennard-Jones particles in a periodic box: forces by the minimum-image convention with a
! potential that is cut and shifted in energy and force, and velocity-Verlet steps
! (Allen and Tildesley, Computer Simulation of Liquids, 1987).
module precision_kinds
  implicit none
  integer, parameter :: rk = kind(1.0d0)
end module precision_kinds

module potential
  use precision_kinds
  implicit none
  real(rk) :: epsilon_lj = 1.0_rk, sigma_lj = 1.0_rk, cutoff = 2.5_rk
contains
  ! Energy of a pair and force over distance, from the squared distance.
  subroutine pair(r2, energy, force)
    real(rk), intent(in) :: r2
    real(rk), intent(out) :: energy, force
    real(rk) :: s6, c6, rc, r, shift, slope
    rc = cutoff * sigma_lj
    if (r2 >= rc * rc) then
      energy = 0
      force = 0
      return
    end if
    r = sqrt(r2)
    s6 = (sigma_lj * sigma_lj / r2)**3
    c6 = 1.0_rk / cutoff**6
    shift = 4 * epsilon_lj * (c6 * c6 - c6)
    slope = -24 * epsilon_lj * (2 * c6 * c6 - c6) / rc
    energy = 4 * epsilon_lj * (s6 * s6 - s6) - shift - slope * (r - rc)
    force = 24 * epsilon_lj * (2 * s6 * s6 - s6) / r2 + slope / r
  end subroutine pair
end module potential

module dynamics
  use precision_kinds, only: rk
  use potential, only: pair
  implicit none
contains

  subroutine verlet(steps, dt, box, x, v, mass, energy)
    integer, intent(in) :: steps
    real(rk), intent(in) :: dt, box(3)
    real(rk), intent(inout) :: x(:, :), v(:, :)    ! (3, particles)
    real(rk), intent(in) :: mass(:)
    real(rk), intent(out) :: energy
    real(rk) :: f(size(x, 1), size(x, 2)), kinetic, pot
    integer :: i, step

    call forces(box, x, f, pot)
    do step = 1, steps
      do i = 1, size(mass)
        v(:, i) = v(:, i) + 0.5_rk * dt / mass(i) * f(:, i)
        x(:, i) = x(:, i) + dt * v(:, i)
      end do
      call forces(box, x, f, pot)
      do i = 1, size(mass)
        v(:, i) = v(:, i) + 0.5_rk * dt / mass(i) * f(:, i)
      end do
    end do
    kinetic = 0.0_rk
    do i = 1, size(mass)
      kinetic = kinetic + 0.5_rk * mass(i) * dot_product(v(:, i), v(:, i))
    end do
    energy = kinetic + pot
  end subroutine verlet

  subroutine forces(box, x, f, pot)
    real(rk), intent(in) :: box(3), x(:, :)
    real(rk), intent(out) :: f(:, :), pot
    real(rk), dimension(3) :: d
    real(rk) :: e, fr
    integer :: i, j

    f = 0.0_rk
    pot = 0.0_rk
    do i = 1, size(x, dim=2) - 1
      do j = i + 1, size(x, dim=2)
        d = x(:, i) - x(:, j)
        d = d - box * nint(d / box)
        call pair(sum(d * d), e, fr)
        pot = pot + e
        f(:, i) = f(:, i) + fr * d
        f(:, j) = f(:, j) - fr * d
      end do
    end do
  end subroutine forces
end module dynamics

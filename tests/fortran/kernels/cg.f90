! Heat conduction in a plate with variable conductivity: the five-point system is solved by a fixed
! number of conjugate gradient iterations, preconditioned by the diagonal (Saad 2003, algorithm 9.1),
! and the temperatures are compared with measurements.
module plate
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  private
  public :: heat_misfit
  integer, parameter :: wp = real64
contains

  subroutine heat_misfit(nx, ny, iterations, conductivity, source, measured, robin, t, misfit)
    integer, intent(in) :: nx, ny, iterations
    real(wp), intent(in) :: conductivity(0:nx + 1, 0:ny + 1)
    real(wp), intent(in), dimension(nx, ny) :: source, measured
    real(wp), intent(in) :: robin
    real(wp), intent(inout) :: t(nx, ny)
    real(wp), intent(out) :: misfit
    real(wp), dimension(nx, ny) :: r, z, p, q, inverse
    real(wp) :: rho, rho_old, step
    integer :: it

    call diagonal(nx, ny, conductivity, robin, inverse)
    inverse = 1.0_wp / inverse
    call multiply(nx, ny, conductivity, robin, t, q)
    r = source - q
    z = inverse * r
    p = z
    rho = sum(r * z)

    iterate: do it = 1, iterations
      call multiply(nx, ny, conductivity, robin, p, q)
      step = rho / sum(p * q)
      t = t + step * p
      r = r - step * q
      if (it == iterations) exit iterate
      z = inverse * r
      rho_old = rho
      rho = sum(r * z)
      p = z + rho / rho_old * p
    end do iterate

    misfit = 0.5_wp * sum((t - measured)**2) / real(nx * ny, wp)
  end subroutine heat_misfit

  ! Conductivity between two cells: the harmonic mean.
  elemental function between(a, b)
    real(wp), intent(in) :: a, b
    real(wp) :: between
    between = 2.0_wp * a * b / (a + b)
  end function between

  subroutine multiply(nx, ny, k, robin, x, y)
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: k(0:nx + 1, 0:ny + 1), robin, x(nx, ny)
    real(wp), intent(out) :: y(nx, ny)
    real(wp) :: padded(0:nx + 1, 0:ny + 1)
    integer :: i, j

    padded = 0.0_wp
    padded(1:nx, 1:ny) = x
    do concurrent (j = 1:ny, i = 1:nx)
      y(i, j) = robin * x(i, j) &
              + between(k(i, j), k(i + 1, j)) * (padded(i, j) - padded(i + 1, j)) &
              + between(k(i, j), k(i - 1, j)) * (padded(i, j) - padded(i - 1, j)) &
              + between(k(i, j), k(i, j + 1)) * (padded(i, j) - padded(i, j + 1)) &
              + between(k(i, j), k(i, j - 1)) * (padded(i, j) - padded(i, j - 1))
    end do
  end subroutine multiply

  subroutine diagonal(nx, ny, k, robin, d)
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: k(0:nx + 1, 0:ny + 1), robin
    real(wp), intent(out) :: d(nx, ny)
    d = robin + between(k(1:nx, 1:ny), k(2:nx + 1, 1:ny)) &
      + between(k(1:nx, 1:ny), k(0:nx - 1, 1:ny)) &
      + between(k(1:nx, 1:ny), k(1:nx, 2:ny + 1)) + between(k(1:nx, 1:ny), k(1:nx, 0:ny - 1))
  end subroutine diagonal
end module plate

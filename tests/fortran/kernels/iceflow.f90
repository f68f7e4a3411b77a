! Velocity of an ice stream along a flow line (the shallow-shelf approximation): Picard iteration on
! the effective viscosity of Glen's law, with a tridiagonal solve in every pass (MacAyeal, J.
! Geophys. Res. 94, 1989). The bed carries a Weertman friction law where the ice is grounded.
module ice
  implicit none
  integer, parameter :: dp = kind(0.d0)
  real(dp), parameter :: rho_i = 917.0_dp, rho_w = 1028.0_dp, g = 9.81_dp
  real(dp), parameter :: glen = 3.0_dp, yr = 31556926.0_dp
  real(dp), parameter :: regular = 1.0e-5_dp      ! per year, keeps the viscosity finite
contains

  subroutine velocity(dx, passes, h, bed, beta, softness, u, misfit, u_obs)
    real(dp), intent(in) :: dx
    integer, intent(in) :: passes
    real(dp), intent(in) :: h(:), bed(:), beta(:), softness
    real(dp), intent(inout) :: u(:)
    real(dp), intent(out) :: misfit
    real(dp), intent(in) :: u_obs(:)
    real(dp), allocatable, dimension(:) :: nu, lower, diagonal, upper, rhs, surface
    logical, allocatable :: grounded(:)
    real(dp) :: stress
    integer :: n, pass, i

    n = size(h)
    allocate (nu(n - 1), lower(n), diagonal(n), upper(n), rhs(n), surface(n), grounded(n))
    grounded = rho_i * h > -rho_w * bed
    where (grounded)
      surface = bed + h
    elsewhere
      surface = (1.0_dp - rho_i / rho_w) * h
    end where

    do pass = 1, passes
      nu = viscosity(u, dx, softness)
      ! fixed velocity upstream
      lower(1) = 0.0_dp
      diagonal(1) = 1.0_dp
      upper(1) = 0.0_dp
      rhs(1) = u(1)
      do i = 2, n - 1
        lower(i) = 4.0_dp * nu(i - 1) * half(h(i - 1), h(i)) / dx**2
        upper(i) = 4.0_dp * nu(i) * half(h(i), h(i + 1)) / dx**2
        diagonal(i) = -(lower(i) + upper(i))
        if (grounded(i)) diagonal(i) = diagonal(i) - friction(beta(i), u(i))
        rhs(i) = rho_i * g * h(i) * (surface(i + 1) - surface(i - 1)) / (2 * dx) / yr**(1 / glen)
      end do
      ! water pressure at the front
      stress = 0.5_dp * rho_i * g * (1.0_dp - rho_i / rho_w) * h(n)**2 / yr**(1 / glen)
      lower(n) = -4.0_dp * nu(n - 1) * half(h(n - 1), h(n)) / dx
      diagonal(n) = -lower(n)
      upper(n) = 0.0_dp
      rhs(n) = stress
      call thomas(lower, diagonal, upper, rhs, u)
    end do

    misfit = 0.5_dp * dx * sum((u - u_obs)**2)
    deallocate (nu, lower, diagonal, upper, rhs, surface, grounded)
  end subroutine velocity

  pure elemental function half(a, b)
    real(dp), intent(in) :: a, b
    real(dp) :: half
    half = 0.5_dp * (a + b)
  end function half

  pure elemental real(dp) function friction(beta, u)
    real(dp), intent(in) :: beta, u
    friction = beta**2 * (abs(u) + 1.0_dp)**(1.0_dp / glen - 1.0_dp)
  end function friction

  function viscosity(u, dx, softness) result(nu)
    real(dp), intent(in) :: u(:), dx, softness
    real(dp) :: nu(size(u) - 1)
    real(dp) :: strain2(size(u) - 1)
    integer :: n
    n = size(u)
    strain2 = ((u(2:n) - u(:n - 1)) / dx)**2 + regular**2
    nu = 0.5_dp * softness**(-1.0_dp / glen) * strain2**((1.0_dp - glen) / (2.0_dp * glen))
  end function viscosity

  subroutine thomas(a, b, c, d, x)
    real(dp), intent(in) :: a(:), b(:), c(:), d(:)
    real(dp), intent(out) :: x(:)
    real(dp), dimension(size(d)) :: p, q
    integer :: i, n
    n = size(d)
    p(1) = c(1) / b(1)
    q(1) = d(1) / b(1)
    do i = 2, n
      p(i) = c(i) / (b(i) - a(i) * p(i - 1))
      q(i) = (d(i) - a(i) * q(i - 1)) / (b(i) - a(i) * p(i - 1))
    end do
    x(n) = q(n)
    do i = n - 1, 1, -1
      x(i) = q(i) - p(i) * x(i + 1)
    end do
  end subroutine thomas
end module ice

! Roe's approximate Riemann solver for the one-dimensional Euler equations (J. Comput. Phys. 43,
! 1981) with Harten's entropy fix, and second-order MUSCL reconstruction of primitive variables.
module gas
  implicit none
  integer, parameter :: r8 = selected_real_kind(12)
  real(r8), save :: gamma = 1.4_r8
  integer, parameter :: nvar = 3
contains
  pure function pressure(q) result(p)
    real(r8), intent(in) :: q(nvar)
    real(r8) :: p
    p = (gamma - 1.0_r8) * (q(3) - 0.5_r8 * q(2)**2 / q(1))
  end function pressure

  pure function physical_flux(q) result(f)
    real(r8), dimension(nvar), intent(in) :: q
    real(r8), dimension(nvar) :: f
    real(r8) :: p
    p = pressure(q)
    f(1) = q(2)
    f(2) = q(2)**2 / q(1) + p
    f(3) = (q(3) + p) * q(2) / q(1)
  end function physical_flux
end module gas

module euler1d
  use gas
  implicit none
contains

  subroutine roe_step(n, nstage, dtdx, q, q_left, q_right, fix, mass_out)
    integer, intent(in) :: n, nstage
    real(r8), intent(in) :: dtdx, q_left(nvar), q_right(nvar), fix
    real(r8), intent(inout) :: q(nvar, n)
    real(r8), intent(out) :: mass_out
    real(r8), dimension(nvar, 0:n + 1) :: w           ! primitive: density, velocity, pressure
    real(r8), dimension(nvar, 0:n) :: flux
    real(r8), dimension(nvar) :: wl, wr
    integer :: i, stage

    mass_out = 0.0_r8
    do stage = 1, nstage
      w(:, 0) = primitive(q_left)
      do i = 1, n
        w(:, i) = primitive(q(:, i))
      end do
      w(:, n + 1) = primitive(q_right)

      do i = 0, n
        wl = w(:, i)
        wr = w(:, i + 1)
        if (i > 0) wl = wl + 0.5_r8 * slope(w(:, i) - w(:, i - 1), w(:, i + 1) - w(:, i))
        if (i < n) wr = wr - 0.5_r8 * slope(w(:, i + 1) - w(:, i), w(:, i + 2) - w(:, i + 1))
        call roe_flux(conserved(wl), conserved(wr), fix, flux(:, i))
      end do

      do i = 1, n
        q(:, i) = q(:, i) - dtdx * (flux(:, i) - flux(:, i - 1))
      end do
      mass_out = mass_out + dtdx * flux(1, n)
    end do
  end subroutine roe_step

  pure function primitive(q) result(w)
    real(r8), intent(in) :: q(nvar)
    real(r8) :: w(nvar)
    w = (/ q(1), q(2) / q(1), pressure(q) /)
  end function primitive

  pure function conserved(w) result(q)
    real(r8), intent(in) :: w(nvar)
    real(r8) :: q(nvar)
    q(1) = w(1)
    q(2) = w(1) * w(2)
    q(3) = w(3) / (gamma - 1.0_r8) + 0.5_r8 * w(1) * w(2)**2
  end function conserved

  ! van Albada's limiter, which is smooth.
  elemental function slope(a, b) result(s)
    real(r8), intent(in) :: a, b
    real(r8) :: s
    real(r8), parameter :: eps = 1.0e-6_r8
    s = ((b * b + eps) * a + (a * a + eps) * b) / (a * a + b * b + 2.0_r8 * eps)
    if (a * b < 0.0_r8) s = 0.0_r8
  end function slope

  subroutine roe_flux(ql, qr, fix, f)
    real(r8), dimension(nvar), intent(in) :: ql, qr
    real(r8), intent(in) :: fix
    real(r8), dimension(nvar), intent(out) :: f
    real(r8) :: rl, rr, ul, ur, hl, hr, u, h, c, rho
    real(r8), dimension(nvar) :: lambda, alpha
    real(r8), dimension(nvar, nvar) :: r
    real(r8) :: du, dp, drho
    integer :: k

    ! Roe averages
    rl = sqrt(ql(1))
    rr = sqrt(qr(1))
    ul = ql(2) / ql(1)
    ur = qr(2) / qr(1)
    hl = (ql(3) + pressure(ql)) / ql(1)
    hr = (qr(3) + pressure(qr)) / qr(1)
    rho = rl * rr
    u = (rl * ul + rr * ur) / (rl + rr)
    h = (rl * hl + rr * hr) / (rl + rr)
    c = sqrt((gamma - 1.0_r8) * (h - 0.5_r8 * u * u))

    ! wave strengths
    drho = qr(1) - ql(1)
    du = ur - ul
    dp = pressure(qr) - pressure(ql)
    alpha(1) = (dp - rho * c * du) / (2.0_r8 * c * c)
    alpha(2) = drho - dp / c**2
    alpha(3) = (dp + rho * c * du) / (2.0_r8 * c * c)

    ! wave speeds with the entropy fix, right eigenvectors
    lambda = abs((/ u - c, u, u + c /))
    where (lambda < fix * c)
      lambda = 0.5_r8 * (lambda**2 / (fix * c) + fix * c)
    end where
    r(:, 1) = (/ 1.0_r8, u - c, h - u * c /)
    r(:, 2) = (/ 1.0_r8, u, 0.5_r8 * u * u /)
    r(:, 3) = (/ 1.0_r8, u + c, h + u * c /)

    f = 0.5_r8 * (physical_flux(ql) + physical_flux(qr))
    do k = 1, nvar
      f = f - 0.5_r8 * lambda(k) * alpha(k) * r(:, k)
    end do
  end subroutine roe_flux
end module euler1d

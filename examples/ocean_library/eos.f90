! A library of one routine, its tangent and its adjoint: the density of sea water at the surface,
! simplified, by temperature (degrees Celsius) and salinity (grams per kilogram).

subroutine eos(n, t, s, rho)
  integer, intent(in) :: n
  real(8), intent(in) :: t(n), s(n)
  real(8), intent(out) :: rho(n)
  rho = 999.8d0 + 0.8d0*s - 0.0035d0*(1 + t)**2 - 0.002d0*t*s
end subroutine eos

subroutine eos_d(n, t, t_dot, s, s_dot, rho_dot)
  integer, intent(in) :: n
  real(8), intent(in) :: t(n), t_dot(n), s(n), s_dot(n)
  real(8), intent(out) :: rho_dot(n)
  rho_dot = 0.8d0*s_dot - 0.007d0*(1 + t)*t_dot - 0.002d0*(t_dot*s + t*s_dot)
end subroutine eos_d

subroutine eos_b(n, t, s, rho_bar, t_bar, s_bar)
  integer, intent(in) :: n
  real(8), intent(in) :: t(n), s(n), rho_bar(n)
  real(8), intent(inout) :: t_bar(n), s_bar(n)
  t_bar = t_bar - (0.007d0*(1 + t) + 0.002d0*s)*rho_bar
  s_bar = s_bar + (0.8d0 - 0.002d0*t)*rho_bar
end subroutine eos_b

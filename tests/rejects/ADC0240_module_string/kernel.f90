module choice
  implicit none
  character(len=8) :: scheme = 'upwind'
end module choice
subroutine flux(u, v, f)
  use choice
  real(8), intent(in) :: u, v
  real(8), intent(out) :: f
  f = 0.5d0*(u**2 + v**2)
  if (scheme == 'upwind') f = u*v
end subroutine flux

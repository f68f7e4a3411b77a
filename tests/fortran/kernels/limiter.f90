module limiters
  implicit none
  integer, parameter :: wp = selected_real_kind(15, 307)
  integer, parameter :: minmod = 1, superbee = 2, vanleer = 3, mc = 4, ospre = 5
  real(wp), parameter :: tiny_slope = 1.0e-12_wp
contains
  pure function limited(kind, r) result(phi)
    integer, intent(in) :: kind
    real(wp), intent(in) :: r
    real(wp) :: phi
    select case (kind)
    case (minmod)
      phi = max(0.0_wp, min(1.0_wp, r))
    case (superbee)
      phi = max(0.0_wp, min(2.0_wp*r, 1.0_wp), min(r, 2.0_wp))
    case (vanleer)
      phi = (r + abs(r))/(1.0_wp + abs(r))
    case (mc)
      phi = max(0.0_wp, min(2.0_wp*r, 0.5_wp*(1.0_wp + r), 2.0_wp))
    case (ospre)
      phi = 1.5_wp*(r*r + r)/(r*r + r + 1.0_wp)
    case default
      phi = 1.0_wp
    end select
  end function limited

  subroutine advect_limited(n, nt, scheme, cfl, u, mass)
    integer, intent(in) :: n, nt, scheme
    real(wp), intent(in) :: cfl
    real(wp), dimension(-1:n+2), intent(inout) :: u
    real(wp), intent(out) :: mass
    real(wp), dimension(0:n) :: flux
    real(wp) :: du, r
    integer :: i, it
    do it = 1, nt
      ! periodic ghost cells
      u(-1:0) = u(n-1:n)
      u(n+1:n+2) = u(1:2)
      do i = 0, n
        du = u(i+1) - u(i)
        if (abs(du) < tiny_slope) then
          r = 0.0_wp
        else
          r = (u(i) - u(i-1))/du
        end if
        flux(i) = u(i) + 0.5_wp*(1.0_wp - cfl)*limited(scheme, r)*du
      end do
      do i = 1, n
        u(i) = u(i) - cfl*(flux(i) - flux(i-1))
      end do
    end do
    mass = sum(u(1:n)**2)/real(n, wp)
  end subroutine advect_limited
end module limiters

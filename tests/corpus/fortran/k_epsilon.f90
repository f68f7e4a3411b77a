! check: --function closure --wrt u,tke,eps --of nut,tke --size nz=5 --set tke=0.5:1.5,eps=0.5:1.5,u=-1:1,dt=0.01
subroutine closure(nz, dz, dt, u, n2, tke, eps, nut)
  implicit none
  integer, intent(in) :: nz
  double precision, intent(in) :: dz, dt, u(nz), n2(nz)
  double precision, intent(inout) :: tke(nz), eps(nz)
  double precision, intent(out) :: nut(nz)
  double precision, parameter :: cmu = 0.09d0, c1 = 1.44d0, c2 = 1.92d0, sigk = 1d0
  double precision, parameter :: kmin = 1d-6, epsmin = 1d-9
  double precision :: shear, buoy, prod, ri, stab, lmix, h
  double precision, dimension(size(u)) :: flux
  integer :: k, km, kp

  h = 1d0 + abs(dz)
  do k = 1, nz
    km = max(k - 1, 1); kp = min(k + 1, nz)
    shear = ((u(kp) - u(km))/(h*dble(kp - km)))**2
    ri = n2(k)/max(shear, 1d-10)
    select case (merge(1, merge(2, 3, ri < 0.25d0), ri < 0d0))
    case (1)
      stab = 1d0 + 0.1d0*sqrt(min(-ri, 10d0))
    case (2)
      stab = (1d0 - 4d0*ri)**2
    case default
      stab = 0.01d0
    end select
    nut(k) = cmu*stab*tke(k)**2/max(eps(k), epsmin)
    nut(k) = min(nut(k), 0.5d0*h**2/dt)
    prod = nut(k)*shear
    buoy = -nut(k)*n2(k)/0.7d0
    tke(k) = tke(k) + dt*(prod + buoy - eps(k))
    eps(k) = eps(k) + dt*eps(k)/max(tke(k), kmin)*(c1*prod + max(c1*buoy, 0d0) - c2*eps(k))
  end do
  flux = 0
  do k = 1, nz - 1
    flux(k) = -0.5d0*(nut(k) + nut(k+1))/sigk*(tke(k+1) - tke(k))/h
  end do
  tke(1) = max(tke(1) - dt*flux(1)/h, kmin)
  tke(2:nz) = max(tke(2:nz) - dt*(flux(2:nz) - flux(1:nz-1))/h, kmin)
  lmix = maxval(cmu**0.75d0*tke**1.5d0/eps)
  if (lmix > 1d3) write (0, *) 'warning: mixing length ', lmix
end subroutine closure

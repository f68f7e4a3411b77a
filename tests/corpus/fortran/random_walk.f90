! check: --function price --wrt s0,sigma,r --of value --size npath=3,nstep=4 --set s0=0.9:1.1,sigma=0.2:0.4,r=0.01:0.05,strike=1.0
module lcg
  implicit none
  integer, parameter :: i8 = selected_int_kind(18)
contains
  subroutine draw(seed, u)
    integer(i8), intent(inout) :: seed
    double precision, intent(out) :: u
    seed = mod(1103515245_i8*seed + 12345_i8, 2147483648_i8)
    u = dble(seed)/2147483648d0
  end subroutine draw
  subroutine normal(seed, z)
    integer(i8), intent(inout) :: seed
    double precision, intent(out) :: z
    double precision :: u1, u2
    double precision, parameter :: twopi = 8*atan(1d0)
    call draw(seed, u1)
    call draw(seed, u2)
    z = sqrt(-2*log(max(u1, 1d-12)))*cos(twopi*u2)
  end subroutine normal
end module lcg

subroutine price(npath, nstep, s0, strike, r, sigma, tmat, value)
  use lcg, only: i8, normal
  implicit none
  integer, intent(in) :: npath, nstep
  double precision, intent(in) :: s0, strike, r, sigma, tmat
  double precision, intent(out) :: value
  double precision :: s, dt, z, avg, payoff
  integer(i8) :: seed
  integer :: ip, is
  seed = 20231
  dt = (1 + abs(tmat))/nstep
  value = 0
  paths: do ip = 1, npath
    s = s0
    avg = 0
    do is = 1, nstep
      call normal(seed, z)
      s = s*exp((r - 0.5d0*sigma**2)*dt + sigma*sqrt(dt)*z)
      if (s < 0.3d0*strike) cycle paths
      avg = avg + s
    end do
    payoff = max(avg/nstep - strike, 0d0)
    value = value + payoff + 0.01d0*avg
  end do paths
  value = exp(-r*(1 + abs(tmat)))*value/npath
end subroutine price

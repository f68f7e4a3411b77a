!=== Kepler's equation by bisection, in a function that a loop calls
! routine = "orbit"
! arguments = ["n: int32", "e: float64", "m: float64(n)", "x: float64(n) out", "y: float64(n) out"]
! wrt = ["e", "m"]
! of = ["x", "y"]
! sizes = { n = 4 }
! inputs = { e = { low = 0.1, high = 0.7 }, m = { low = 0.2, high = 2.4 } }
subroutine orbit(n, e, m, x, y)
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, intent(in) :: n
  real(dp), intent(in) :: e, m(n)
  real(dp), intent(out) :: x(n), y(n)
  real(dp) :: ea
  integer :: i
  do i = 1, n
    ea = eccentric(m(i))
    x(i) = cos(ea) - e
    y(i) = sqrt(1.0_dp - e*e)*sin(ea)
  end do
contains
  function eccentric(mean) result(ea)
    real(dp), intent(in) :: mean
    real(dp) :: ea, lo, hi, f
    integer :: it
    lo = mean - 1.0_dp
    hi = mean + 1.0_dp
    do it = 1, 200
      ea = 0.5_dp*(lo + hi)
      f = ea - e*sin(ea) - mean
      if (abs(f) < 1.0e-14_dp .or. hi - lo < 1.0e-15_dp) exit
      if (f > 0.0_dp) then
        hi = ea
      else
        lo = ea
      end if
    end do
  end function eccentric
end subroutine orbit
!=== a step that is halved, from either end
! routine = "level"
! arguments = ["c: float64", "s: float64", "z: float64 out", "f: float64 out"]
! wrt = ["c", "s"]
! of = ["z"]
! inputs = { c = { low = 1.0, high = 4.0 }, s = { low = 0.5, high = 1.5 } }
! also = [{ s = { low = -1.5, high = -0.5 } }]
subroutine level(c, s, z, f)
  implicit none
  real(8), intent(in) :: c, s
  real(8), intent(out) :: z, f
  real(8) :: dz, zmid
  integer :: j
  if (s*(-8.0d0**3 - 8.0d0) - s*c < 0.0d0) then
    z = -8.0d0
    dz = 16.0d0
  else
    z = 8.0d0
    dz = -16.0d0
  end if
  do j = 1, 60
    dz = dz*0.5d0
    zmid = z + dz
    f = s*(zmid**3 + zmid - c)
    if (f <= 0.0d0) z = zmid
    if (abs(dz) < 1.0d-14 .or. f == 0.0d0) exit
  end do
  f = 0
end subroutine level
!=== a temperature at which fluxes balance, and the fluxes there
! routine = "leaf"
! arguments = ["rn: float64", "ta: float64", "g: float64(2)", "t: float64 out", "flux: float64(2) out"]
! wrt = ["rn", "ta", "g"]
! of = ["t", "flux"]
! inputs = { rn = { low = 200.0, high = 400.0 }, ta = { low = 285.0, high = 300.0 }, g = { low = 5.0, high = 9.0 } }
subroutine leaf(rn, ta, g, t, flux)
  implicit none
  real(8), intent(in) :: rn, ta, g(2)
  real(8), intent(out) :: t, flux(2)
  real(8), parameter :: sigma = 5.67d-8
  real(8) :: tmin, tmax, balance, balance_low
  integer :: count
  tmin = ta - 60.0d0
  tmax = ta + 60.0d0
  count = 0
  balance_low = rn - sigma*tmin**4 + g(1)*60.0d0
  do while (tmax - tmin > 1.0d-12 .and. count < 100)
    t = (tmin + tmax)/2
    flux(1) = g(1)*(t - ta)
    flux(2) = g(2)*exp(0.06d0*(t - ta))
    balance = rn - sigma*t**4 - flux(1) - flux(2)
    if (balance*balance_low > 0) then
      tmin = t
    else
      tmax = t
    end if
    count = count + 1
  end do
end subroutine leaf
!=== by GO TO, as it was written once
! routine = "cubic"
! arguments = ["p: float64(3)", "r: float64 out"]
! wrt = ["p"]
! of = ["r"]
! inputs = { p = { low = 0.5, high = 1.5 } }
subroutine cubic(p, r)
  implicit none
  real(8) p(3), r, a, b, fr
  a = 0.0d0
  b = 8.0d0
10 r = a + (b - a)/2.0d0
  fr = p(1)*r**3 + p(2)*r - 4.0d0*p(3)
  if (fr .lt. 0.0d0) a = r
  if (fr .ge. 0.0d0) b = r
  if (b - a .gt. 1.0d-13) go to 10
end subroutine cubic

!=== numbers taken apart and put together, at powers of two, zero and the largest
! routine = "apart"
! arguments = ["n: int32", "x: float64", "y: float64(11, n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 14 }
subroutine apart(n, x, y)
  integer :: n, i
  real(8) :: x, y(11, n), v(14), w
  data v /1d0, -1d0, 0.75d0, -0.5d0, 0d0, 3d-310, -5d-324, 2.2250738585072014d-308, 1.5d300, &
    -1d0, 1024d0, -1023.5d0, 1d-300, 7d0/
  do i = 1, n
    w = v(i)
    y(1, i) = fraction(w) + x
    y(2, i) = exponent(w)*x
    y(3, i) = min(1d3, 1d15*(spacing(w)/max(abs(w), 5d-324))) + x
    y(4, i) = rrspacing(w)*1d-14*x
    y(5, i) = min(1d3, scale(w, -3)) + x
    y(6, i) = set_exponent(w, i)*x
    y(7, i) = min(9d0, 1d15*abs((nearest(w, 1d0) - w)/max(abs(w), 5d-324)))*x
    y(8, i) = min(9d0, 1d15*abs((nearest(w, -1d0) - w)/max(abs(w), 5d-324)))*x
    y(9, i) = merge(1, 2, nearest(w, -1d0) < w)*x + merge(1, 0, nearest(nearest(w, 1d0), -1d0) == w)
    y(10, i) = merge(1, 2, scale(w, 2000) > huge(w))*x
    y(11, i) = merge(1, 2, nearest(huge(w), w) > huge(w))*x
  end do
end subroutine apart
!=== the same in single precision
! routine = "apart_single"
! arguments = ["n: int32", "x: float32", "y: float32(7, n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 10 }
subroutine apart_single(n, x, y)
  integer :: n, i
  real(4) :: x, y(7, n), v(10), w
  data v /1., -1., 0.75, -0.5, 0., -7., 1.5e30, 1024., -1023.5, 3e-39/
  do i = 1, n
    w = v(i)
    y(1, i) = fraction(w) + x
    y(2, i) = exponent(w)*x
    y(3, i) = spacing(w)*(1e9/(1 + abs(w))) + x
    y(4, i) = rrspacing(w)*1e-7*x
    y(5, i) = scale(w, i)*x + set_exponent(w, 3)
    y(6, i) = (nearest(w, 1.) - w)*(1e7/(1 + abs(w)))*x
    y(7, i) = (nearest(w, -2d0) - w)*(1e7/(1 + abs(w)))*x
  end do
end subroutine apart_single
!=== derivatives through them: of whole arrays, and with exponents that data tell
! routine = "through"
! arguments = ["n: int32", "x: float64(n)", "k: int32(n)", "y: float64(4, n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.3, high = 3.9 }, k = { values = [3, -2, 0, 1, 2] } }
subroutine through(n, x, k, y)
  integer :: n, k(n), i
  real(8) :: x(n), y(4, n)
  y(1, :) = fraction(-16*x)*x**2
  y(2, :) = scale(x, 3) + rrspacing(x)*1d-15
  y(3, :) = set_exponent(x**3, 2)*nearest(x, -1.0)
  do i = 1, n
    y(4, i) = scale(x(i)**2, k(i)) + exponent(x(i))*x(i) + set_exponent(x(i), min(n, i))
  end do
end subroutine through
!=== functions of Bessel
! routine = "waves"
! arguments = ["n: int32", "x: float64(n)", "r: float32(n)", "y: float64(9, n)"]
! wrt = ["x", "r"]
! of = ["y"]
! sizes = { n = 3 }
! inputs = { x = { low = 0.2, high = 1.9 }, r = { low = 0.3, high = 2.1 } }
subroutine waves(n, x, r, y)
  integer :: n, i
  real(8) :: x(n), y(9, n)
  real(4) :: r(n)
  y(1, :) = bessel_j0(x)
  y(2, :) = bessel_j1(20*x)
  y(3, :) = bessel_y0(x) + bessel_y1(31*x)
  y(4, :) = bessel_jn(3, -x)*x
  do i = 1, n
    y(5, i) = bessel_jn(i - 1, 6*x(i))
    y(6, i) = bessel_yn(2*i, x(i) + 1)
    y(7, i) = dbesj0(-x(i)) + dbesyn(1, x(i))
    y(8, i) = bessel_j0(r(i)) + besj1(r(i))
    y(9, i) = bessel_yn(0, 40*x(i)) + bessel_jn(5, x(i))*1d3
  end do
end subroutine waves

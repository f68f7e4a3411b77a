! What LAPACK's auxiliary routines do that are called without a source: Fortran like any other, from
! what the LAPACK Users' Guide and the comments of release 3.11 say of arguments and results. Powers
! of two keep squares in range, as the libraries do it, and change no other bit.

real(8) function dlapy2(x, y)
  implicit none
  real(8) :: x, y
  if (x /= x) then
    dlapy2 = x
  else if (y /= y) then
    dlapy2 = y
  else if (x == 0 .or. y == 0) then
    dlapy2 = max(abs(x), abs(y))
  else
    dlapy2 = hypot(x, y)
  end if
end function

real(8) function dlapy3(x, y, z)
  implicit none
  real(8) :: x, y, z, w
  w = max(abs(x), abs(y), abs(z))
  if (w == 0 .or. w > huge(w)) then
    dlapy3 = abs(x) + abs(y) + abs(z)
  else
    dlapy3 = w*sqrt((x/w)**2 + (y/w)**2 + (z/w)**2)
  end if
end function

! For machines whose exponents have many more digits than they can use: none of today.
subroutine dlabad(small, large)
  implicit none
  real(8) :: small, large
end subroutine

logical function disnan(din)
  implicit none
  real(8) :: din
  disnan = din /= din
end function

! The quotient p + iq of a + ib and c + id (M. Baudin, R. L. Smith: A robust complex division in
! Scilab, 2012): the quotient of the divisor's parts first, what may underflow in another order.
subroutine dladiv(a, b, c, d, p, q)
  implicit none
  real(8), parameter :: one = 1, two = 2
  real(8), parameter :: most = huge(one)/2, least = 4*tiny(one)/epsilon(one)
  real(8), parameter :: up = two**(2*digits(one) + 1)
  real(8) :: a, b, c, d, p, q
  real(8) :: u, v, over, under, by, r, t, s
  u = 1
  v = 1
  if (max(abs(a), abs(b)) >= most) u = one/2
  if (max(abs(c), abs(d)) >= most) v = one/2
  if (max(abs(a), abs(b)) <= least) u = up
  if (max(abs(c), abs(d)) <= least) v = up
  if (abs(d) <= abs(c)) then
    over = u*a
    under = u*b
    by = v*c
    s = v*d
  else
    over = u*b
    under = u*a
    by = v*d
    s = v*c
  end if
  r = s/by
  t = 1/(by + s*r)
  if (r == 0) then
    p = (over + s*(under/by))*t
    q = (under - s*(over/by))*t
  else
    if (under*r /= 0) then
      p = (over + under*r)*t
    else
      p = over*t + (under*t)*r
    end if
    if (over*r /= 0) then
      q = (under - over*r)*t
    else
      q = under*t - (over*t)*r
    end if
  end if
  p = p*(v/u)
  q = q*(v/u)
  if (abs(d) > abs(c)) q = -q
end subroutine

! Of releases from 3.10 on: c is not negative, and r has the sign of f.
subroutine dlartg(f, g, c, s, r)
  implicit none
  real(8), parameter :: one = 1, two = 2
  real(8), parameter :: low = two**(minexponent(one)/2 + digits(one))
  real(8), parameter :: high = two**(maxexponent(one)/2 - 1)
  real(8) :: f, g, c, s, r, u, w, v
  if (f == 0) then
    c = 0
    s = sign(one, g)
    r = abs(g)
    if (g == 0) then
      c = 1
      s = 0
      r = 0
    end if
  else
    w = max(abs(f), abs(g))
    u = 1
    if (w < low) u = two**(digits(one) - minexponent(one)/2)
    if (w > high) u = two**(-maxexponent(one)/2 - 2)
    v = sqrt((u*f)**2 + (u*g)**2)
    c = abs(u*f)/v
    r = sign(v, f)
    s = u*g/r
    r = r/u
  end if
end subroutine

subroutine dlarfg(n, alpha, x, incx, tau)
  implicit none
  integer :: n, incx, i
  real(8) :: alpha, x(*), tau
  real(8), parameter :: one = 1, two = 2
  real(8), parameter :: low = two**(minexponent(one)/2 + digits(one))
  real(8), parameter :: high = two**(maxexponent(one)/2 - digits(one))
  real(8), parameter :: up = two**(digits(one) - minexponent(one)/2)
  real(8), parameter :: down = two**(-maxexponent(one)/2 - digits(one))
  real(8) :: most, u, w, total, beta, t
  if (n > 1 .and. incx < 1) stop 'distance below 1'
  tau = 0
  most = 0
  do i = 0, n - 2
    most = max(most, abs(x(1 + i*incx)))
  end do
  if (n > 1 .and. most /= 0) then
    u = 1
    if (most < low) u = up
    if (most > high) u = down
    total = 0
    do i = 0, n - 2
      total = total + (u*x(1 + i*incx))**2
    end do
    w = 1
    if (max(most, abs(alpha)) < tiny(one)/epsilon(one)) w = up
    beta = -sign(hypot(w*alpha, sqrt(total)*(w/u)), alpha)
    tau = (beta - w*alpha)/beta
    t = 1/(w*alpha - beta)
    do i = 0, n - 2
      x(1 + i*incx) = t*(w*x(1 + i*incx))
    end do
    alpha = beta/w
  end if
end subroutine

subroutine dlarf(side, m, n, v, incv, tau, c, ldc, work)
  implicit none
  character(1) :: side
  integer :: m, n, incv, ldc, i, j, start
  real(8) :: v(*), tau, c(ldc, *), work(*)
  if (tau == 0) return
  if (side == 'L' .or. side == 'l') then
    start = 1 + max(0, (1 - m)*incv)
    do j = 1, n
      work(j) = 0
      do i = 1, m
        work(j) = work(j) + c(i, j)*v(start + (i - 1)*incv)
      end do
      do i = 1, m
        c(i, j) = c(i, j) - tau*work(j)*v(start + (i - 1)*incv)
      end do
    end do
  else
    start = 1 + max(0, (1 - n)*incv)
    do i = 1, m
      work(i) = 0
      do j = 1, n
        work(i) = work(i) + c(i, j)*v(start + (j - 1)*incv)
      end do
      do j = 1, n
        c(i, j) = c(i, j) - tau*work(i)*v(start + (j - 1)*incv)
      end do
    end do
  end if
end subroutine

! Of releases from 3.10 on: the scale is 1 but for squares that leave the range.
subroutine dlassq(n, x, incx, scale, sumsq)
  implicit none
  integer :: n, incx, i, start
  real(8) :: x(*), scale, sumsq
  real(8), parameter :: one = 1, two = 2
  real(8), parameter :: low = two**((minexponent(one) - 1)/2)
  real(8), parameter :: high = two**((maxexponent(one) - digits(one) + 1)/2)
  real(8), parameter :: up = two**((digits(one) - minexponent(one) + 1)/2)
  real(8), parameter :: down = two**(-(maxexponent(one) + digits(one))/2)
  real(8) :: small, medium, large, size
  if (scale /= scale .or. sumsq /= sumsq) return
  if (sumsq == 0) scale = 1
  if (scale == 0) then
    scale = 1
    sumsq = 0
  end if
  if (n < 1) return
  small = 0
  medium = 0
  large = 0
  start = 1 + max(0, (1 - n)*incx)
  do i = 0, n - 1
    size = abs(x(start + i*incx))
    if (size > high) then
      large = large + (down*size)**2
    else if (size < low) then
      small = small + (up*size)**2
    else
      medium = medium + size**2
    end if
  end do
  if (sumsq > 0) then
    size = scale*sqrt(sumsq)
    if (size > high) then
      large = large + (down*scale)**2*sumsq
    else if (size < low) then
      small = small + (up*scale)**2*sumsq
    else
      medium = medium + scale**2*sumsq
    end if
  end if
  scale = 1
  if (large > 0) then
    scale = 1/down
    sumsq = large + medium*down*down
  else if (small > 0 .and. medium == 0) then
    scale = 1/up
    sumsq = small
  else
    sumsq = medium + small/up/up
  end if
end subroutine

! Modified rotations of the plane (BLAS, level 1): `param` holds a number that says which elements of
! the matrix are 1 or -1, then its columns.
subroutine drotm(n, x, incx, y, incy, param)
  implicit none
  integer :: n, incx, incy, i, ix, iy
  real(8) :: x(*), y(*), param(5), h(2, 2), w, z
  if (n <= 0 .or. param(1) == -2) return
  h = reshape(param(2:5), [2, 2])
  if (param(1) == 0) then
    h(1, 1) = 1
    h(2, 2) = 1
  else if (param(1) > 0) then
    h(2, 1) = -1
    h(1, 2) = 1
  end if
  ix = 1
  iy = 1
  if (incx < 0) ix = 1 + (1 - n)*incx
  if (incy < 0) iy = 1 + (1 - n)*incy
  do i = 1, n
    w = x(ix)
    z = y(iy)
    x(ix) = h(1, 1)*w + h(1, 2)*z
    y(iy) = h(2, 1)*w + h(2, 2)*z
    ix = ix + incx
    iy = iy + incy
  end do
end subroutine

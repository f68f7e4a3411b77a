! Routines of a library, with tangents (d) and adjoints (b) written by hand.

! rho = 1000 + 0.8 s - 0.006 t**2 - 0.003 t s
subroutine eos(n, t, s, rho)
  integer(8), intent(in) :: n
  real(8), intent(in) :: t(n), s(n)
  real(8), intent(out) :: rho(n)
  rho = 1000 + 0.8d0*s - 0.006d0*t**2 - 0.003d0*t*s
end subroutine

subroutine eosd(n, t, td, s, sd, rhod)
  integer(8), intent(in) :: n
  real(8), intent(in) :: t(n), td(n), s(n), sd(n)
  real(8), intent(out) :: rhod(n)
  rhod = 0.8d0*sd - 0.012d0*t*td - 0.003d0*(td*s + t*sd)
end subroutine

subroutine eosb(n, t, s, rhob, tb, sb)
  integer(8), intent(in) :: n
  real(8), intent(in) :: t(n), s(n), rhob(n)
  real(8), intent(inout) :: tb(n), sb(n)
  tb = tb + (-0.012d0*t - 0.003d0*s)*rhob
  sb = sb + (0.8d0 - 0.003d0*t)*rhob
end subroutine

! x = x + a*sin(x), in place; default integers
subroutine kick(n, a, x)
  integer, intent(in) :: n
  real(8), intent(in) :: a
  real(8), intent(inout) :: x(n)
  x = x + a*sin(x)
end subroutine

subroutine kickd(n, a, ad, x, xd)
  integer, intent(in) :: n
  real(8), intent(in) :: a, ad, x(n)
  real(8), intent(inout) :: xd(n)
  xd = xd + a*cos(x)*xd + ad*sin(x)
end subroutine

subroutine kickb(n, a, ab, x, xb)
  integer, intent(in) :: n
  real(8), intent(in) :: a, x(n)
  real(8), intent(inout) :: ab, xb(n)
  ab = ab + sum(xb*sin(x))
  xb = xb + a*cos(x)*xb
end subroutine

! y = exp(x/2), r = sum of y**2; the adjoint needs y, and sets what it gives
subroutine expo(n, x, y, r)
  integer(8), intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), r
  y = exp(x/2)
  r = sum(y**2)
end subroutine

subroutine expod(n, xd, y, yd, rd)
  integer(8), intent(in) :: n
  real(8), intent(in) :: xd(n), y(n)
  real(8), intent(out) :: yd(n), rd
  yd = y*xd/2
  rd = sum(2*y*yd)
end subroutine

subroutine expob(n, y, yb, rb, xb)
  integer(8), intent(in) :: n
  real(8), intent(in) :: y(n), yb(n), rb
  real(8), intent(out) :: xb(n)
  xb = y*(yb + 2*y*rb)/2
end subroutine

! v = the mean of the rows beside each row of u, w the share of the row itself; work is scratch
subroutine rows(m, n, w, u, v, work, steps)
  integer, intent(in) :: m, n
  real(8), intent(in) :: w, u(n, m)
  real(8), intent(out) :: v(n, m), work(n)
  integer, intent(out) :: steps(1)
  integer :: i, above, below
  do i = 1, m
     above = max(i - 1, 1)
     below = min(i + 1, m)
     work = (u(:, above) + u(:, below))/2
     v(:, i) = w*u(:, i)**2 + (1 - w)*work
  end do
  steps(1) = m
end subroutine

subroutine rowsd(m, n, w, wd, u, ud, vd)
  integer, intent(in) :: m, n
  real(8), intent(in) :: w, wd, u(n, m), ud(n, m)
  real(8), intent(out) :: vd(n, m)
  integer :: i, above, below
  do i = 1, m
     above = max(i - 1, 1)
     below = min(i + 1, m)
     vd(:, i) = wd*u(:, i)**2 - wd*(u(:, above) + u(:, below))/2 &
          + 2*w*u(:, i)*ud(:, i) + (1 - w)*(ud(:, above) + ud(:, below))/2
  end do
end subroutine

subroutine rowsb(m, n, w, wb, u, ub, vb)
  integer, intent(in) :: m, n
  real(8), intent(in) :: w, u(n, m), vb(n, m)
  real(8), intent(inout) :: wb, ub(n, m)
  integer :: i, above, below
  do i = 1, m
     above = max(i - 1, 1)
     below = min(i + 1, m)
     wb = wb + sum(vb(:, i)*(u(:, i)**2 - (u(:, above) + u(:, below))/2))
     ub(:, i) = ub(:, i) + 2*w*u(:, i)*vb(:, i)
     ub(:, above) = ub(:, above) + (1 - w)*vb(:, i)/2
     ub(:, below) = ub(:, below) + (1 - w)*vb(:, i)/2
  end do
end subroutine

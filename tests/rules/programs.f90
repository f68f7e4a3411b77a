! Each calls routines of the library in a way that a compiler can get wrong.
!$adc rules library.rules

! In a loop: the values of each iteration count; t is overwritten before the adjoint needs it.
subroutine march(n, steps, t, s, q)
  integer(8) :: n, steps, k
  real(8) :: t(n), s(n), rho(n), q
  q = 0
  do k = 1, steps
     call eos(n, t, s, rho)
     t = t + 1d-3*rho*s
     q = q + sum(rho*t)/n
  end do
end subroutine

! Worked on in place, again and again.
subroutine orbit(n, steps, a, x, e)
  integer :: n, steps, k
  real(8) :: a, x(n), e
  do k = 1, steps
     call kick(n, a, x)
     x = 0.9d0*x
  end do
  call kick(n, a*a, x)
  e = sum(x**2)
end subroutine

! The same array for two arguments; a row of another one; a number that is computed.
subroutine same(n, t, c, e)
  integer(8) :: n
  real(8) :: t(n), c(n, 3), e
  call eos(n, t, t, c(1, 2))
  e = sum(c(:, 2)*t)
  call eos(n, c(:, 2), c(:, 1), c(1, 3))
  e = e + sum(c)
end subroutine

! Two results, of which a branch uses the one or the other; a loop that may have no trips.
subroutine either(n, k, x, e)
  integer(8) :: n, k, i
  real(8) :: x(n), y(n), r, e
  e = 0
  do i = 1, k
     call expo(n, x, y, r)
     if (r > 3*n) then
        e = e + log(r)
     else
        e = e + sum(y*x)
     end if
     x = 0.5d0*y
  end do
end subroutine

! Matrices, scratch, an integer that comes back.
subroutine sheet(m, n, w, u, e)
  integer :: m, n, steps(1)
  real(8) :: w, u(n, m), v(n, m), work(n), e
  call rows(m, n, w, u, v, work, steps)
  call rows(m, n, 1 - w, v, u, work, steps)
  e = sum(u*v)*steps(1)
end subroutine

! Of a part of a larger array, and through a routine of the source's own.
subroutine inner(n, a, x, y)
  integer :: n
  real(8) :: a, x(n), y(n)
  y = x
  call kick(n, a, y)
  x = x + y
end subroutine

subroutine outer(m, a, z, e)
  integer :: m
  real(8) :: a, z(2*m), y(m), e
  call inner(m, a, z(m + 1), y)
  call kick(m, 0.5d0, z(m + 1))
  call inner(m, 2*a, z, y)
  call log_message('done', e)
  e = sum(y*z(m + 1:2*m))
end subroutine

! What is passed over: an independent that the routine does not see, a result that nobody uses.
subroutine idle(n, t, s, x, e)
  integer(8) :: n
  real(8) :: t(n), s(n), x(n), y(n), r, rho(n), e
  call expo(n, x, y, r)
  call eos(n, t, s, rho)
  rho = 2*x
  call expo(n, rho, s, e)
  e = r + e
end subroutine

! Numbers that are elements of arrays; branches and a loop that data decide.
subroutine parts(n, a, x, r)
  integer :: n, k
  integer(8) :: m
  real(8) :: a(3), x(n), y(n), r(3)
  m = n
  k = 0
  do while (maxval(x) < 3d0 .and. k < 4)
     k = k + 1
     call expo(m, x, y, r(2))
     if (r(2) > 1.5d0*n) then
        call kick(n, a(2), y)
     else
        call kick(n, r(2), x)
     end if
     x = x + 0.3d0*y*a(3)
     a(3) = 0.9d0*a(3)
     r(1) = r(1) + r(2)
  end do
  r(3) = sum(x)
end subroutine

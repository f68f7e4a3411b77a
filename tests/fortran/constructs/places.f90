!=== pivots that are kept and used
! routine = "pivots"
! arguments = ["n: int32", "a: float64(n + 1, n)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["a", "b"]
! sizes = { n = 3 }
subroutine pivots(n, a, b)
  integer :: n, ip(n), k, l, i, j
  real(8) :: a(n + 1, n), b(n), t
  do k = 1, n - 1
    l = k
    do i = k + 1, n
      if (abs(a(i, k)) > abs(a(l, k))) l = i
    end do
    ip(k) = l
    do j = k, n
      t = a(l, j)
      a(l, j) = a(k, j)
      a(k, j) = t
    end do
    a(k+1:n, k) = a(k+1:n, k)/a(k, k)
    do j = k + 1, n
      a(k+1:n, j) = a(k+1:n, j) - a(k, j)*a(k+1:n, k)
    end do
  end do
  do k = 1, n - 1
    t = b(ip(k))
    b(ip(k)) = b(k)
    b(k) = t
    b(k+1:n) = b(k+1:n) - t*a(k+1:n, k)
  end do
end subroutine pivots
!=== extremes, cells and vector subscripts
! routine = "cells"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 5 }
subroutine cells(n, x, y)
  integer :: n, i, j, p(n), k(1)
  real(8) :: x(n), y(n), w
  k = maxloc(abs(x))
  y(k(1)) = y(k(1))*x(k(1))
  do i = 1, n
    p(i) = n + 1 - i
  end do
  y(p) = y*x(p)
  do i = 1, n
    w = modulo(x(i)*2.3d0, 3.0d0)
    j = int(w) + 1
    w = w - (j - 1)
    y(j) = y(j) + (1 - w)*x(i)*y(i)
    if (j < n) y(j + 1) = y(j + 1)*w + x(minloc(y, 1))
  end do
end subroutine cells
!=== what procedures change at computed positions
! routine = "changed"
! arguments = ["n: int32", "m: int32", "x: float64(n, m)", "y: float64"]
! wrt = ["x"]
! of = ["x", "y"]
! sizes = { n = 3, m = 4 }
! edges = [{ n = 2, m = 1 }, { n = 1, m = 3 }]
subroutine changed(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n, m)
  real(8), intent(out) :: y
  integer :: k, j, l
  y = 0
  do l = 1, m
  k = l
  do j = l, m
    if (x(1, j) > x(1, k)) k = j
  end do
  call inc(x(:, k), k)
  call inc2(n, x(1, k))
  if (k /= l) call swap(1, x(n, k), x(n, l))
  call inc1(x(n, k))
  y = y + once(n, x(1, k))
  end do
  y = y + sum(x**2)
contains
  subroutine inc(v, kk)
    real(8), intent(inout) :: v(:)
    integer, intent(inout) :: kk
    v = v + 0.15d0*v**2
    if (kk < m) kk = kk + 1
  end subroutine
  subroutine inc1(v)
    real(8), intent(inout) :: v
    v = v + 0.5d0*v**2
  end subroutine
  subroutine inc2(n, v)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(*)
    integer :: i
    do i = 1, n
      v(i) = sin(v(i))
    end do
  end subroutine
  subroutine swap(n, v, w)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n), w(n)
    real(8) :: t
    integer :: i
    do i = 1, n
      t = v(i)
      v(i) = w(i)
      w(i) = t
    end do
  end subroutine
  real(8) function once(n, v)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n)
    once = sum(v)
  end function
end subroutine
!=== loops whose step data choose
! routine = "stepped"
! arguments = ["n: int32", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["x", "y"]
! sizes = { n = 8 }
! edges = [{ n = 1 }, { n = 3 }]
subroutine stepped(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j, le, back, k
  y = 0
  le = 1
  do while (le < n)
    do i = 1, n - le, 2*le
      x(i) = x(i)*1.1d0 + sin(x(i + le))
      if (x(i) > 50) exit
      y = y + 0.1d0*x(i)*i
    end do
    y = y + i
    le = 2*le
  end do
  back = -1
  do j = 1, 3
    do k = n, 1, back
      if (mod(k, 3) == 2) cycle
      x(k) = x(k)*cos(y)
    end do
    y = y + 0.01d0*k + x(1)
    back = back - 1 - nint(0.1d0*abs(cos(y)))
  end do
  do k = 1, n, back
    y = y*x(k)
  end do
  do k = nint(sin(y)) + 1, n + back, nint(2 + 0.2d0*cos(y))
    y = y + x(k)**2
  end do
  y = y + k
end subroutine
!=== one column at two positions, and storage behind computed elements
! routine = "halves"
! arguments = ["n: int32", "m: int32", "a: float64(n + 1, n)", "y: float64"]
! wrt = ["a"]
! of = ["a", "y"]
! sizes = { n = 5, m = 2 }
! edges = [{ n = 2, m = 1 }]
subroutine halves(n, m, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n + 1, n)
  real(8), intent(out) :: y
  integer :: j, p, q
  y = 1
  do j = 1, n
    p = maxloc(a(1, :), dim=1)
    q = mod(p, n) + 1
    call swap(m, a(n - m + 1, j), a(1, p), 1)
    if (p /= q) call swap(n, a(p, 1), a(q, 1), n + 1)
    call both(a(p, q), a(p, q))
    call step(a(q, p), p)
    y = y + a(q, p)
  end do
contains
  subroutine swap(m, x, y, inc)
    integer, intent(in) :: m, inc
    real(8), intent(inout) :: x(*), y(*)
    integer :: i
    real(8) :: t
    do i = 0, m - 1
      t = x(1 + i*inc)
      x(1 + i*inc) = y(1 + i*inc)
      y(1 + i*inc) = 0.5d0*t + 0.25d0*sin(t)
    end do
  end subroutine swap
  subroutine both(v, w)
    real(8), intent(in) :: v, w
    y = sin(y)*v + w**2
  end subroutine both
  subroutine step(v, p)
    real(8), intent(inout) :: v
    integer, intent(inout) :: p
    if (p > 1) a(q, p - 1) = a(q, p - 1)*v
    v = v + 0.1d0*y
    p = mod(p + 1, n) + 1
  end subroutine step
end subroutine halves
!=== bounds of arrays that may be empty
! routine = "empty_bounds"
! arguments = ["n: int32", "s: float64", "x: float64(n)"]
! wrt = ["s", "x"]
! of = ["x"]
! sizes = { n = 3 }
! edges = [{ n = 4 }]
subroutine empty_bounds(n, s, x)
  integer, intent(in) :: n
  real(8), intent(in) :: s
  real(8), intent(inout) :: x(n)
  real(8) :: w(3:n+3)
  w = s
  x(2) = x(2)*lbound(w, 1) + ubound(w, 1)*s
  call scaled(x(1:n-3))
  call scaled(x)
contains
  subroutine scaled(v)
    real(8), intent(inout) :: v(0:)
    integer :: i
    do i = lbound(v, 1), ubound(v, 1)
      v(i) = v(i)*s + v(ubound(v, 1))
    end do
  end subroutine scaled
end subroutine empty_bounds
!=== dummies with several dimensions whose extents data decide, as in transforms by factors
! routine = "by_factors"
! arguments = ["n: int32", "k: int32(2)", "c: float64(n)", "ch: float64(n)", "w: float64(n)"]
! wrt = ["c", "w"]
! of = ["ch", "c"]
! sizes = { n = 12 }
! inputs = { k = { low = 2, high = 3 } }
subroutine by_factors(n, k, c, ch, w)
  integer, intent(in) :: n, k(2)
  real(8), intent(inout) :: c(n), ch(n)
  real(8), intent(in) :: w(n)
  integer :: i, ip, l1, l2, ido
  real(8) :: f
  f = 2.5d0
  l1 = 1
  do i = 1, 2
    ip = k(i)
    if (f < 2) ip = 2
    l2 = l1*ip
    ido = n/l2
    call step(ido, l1, ip, c, ch, w)
    call step(ido, l1, ip, ch, c, w(2))
    call over(ido, ip, c, ch(1))
    l1 = l2
  end do
end subroutine by_factors
subroutine step(ido, l1, ip, cc, ch, w)
  integer :: ido, l1, ip, i, j, k, m
  real(8) :: cc(ido, ip, l1), ch(0:ido-1, l1, *), w(*)
  m = ido
  ido = 0
  do k = 1, l1
    do j = 1, ip
      do i = 1, m
        ch(i-1, k, j) = ch(i-1, k, j)*w(i) + cc(i, j, k)**2
      end do
    end do
    call twice(cc(1, ip, k))
  end do
  ido = m
end subroutine step
subroutine over(ido, ip, a, b)
  integer :: ido, ip, i
  real(8) :: a(ip, ido), b(ido, 2)
  do i = 1, ido
    b(i, 2) = b(i, 2) + a(ip, i)*b(i, 1)
  end do
end subroutine over
subroutine twice(v)
  real(8) :: v
  v = 2*v
end subroutine twice

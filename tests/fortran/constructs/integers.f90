!=== counters that add the DO variable
! routine = "packed"
! arguments = ["n: int32", "a: float64(n*(n+1)/2)", "b: float64(n*n+1)", "s: float64 out"]
! wrt = ["a", "b"]
! of = ["s"]
! sizes = { n = 5 }
! edges = [{ n = 1 }]
subroutine packed(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n*(n + 1)/2), b(n*n + 1)
  real(8), intent(out) :: s
  integer :: i, j, k, l
  s = 0
  k = 0
  do i = 1, n
    k = k + i
    s = s + i * a(k)**2
  end do
  l = n*n + 1
  do i = n, 1, -2
    l = l - (2*i - 1)
    do j = 1, 2
      s = s * b(l + j - 1)
    end do
  end do
  s = s + 0.1d0 * k * l
end subroutine packed
!=== counters of a nest that add the outer variable
! routine = "ragged"
! arguments = ["n: int32", "x: float64(2*n*n)", "s: float64 out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 4 }
subroutine ragged(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(2*n*n)
  real(8), intent(out) :: s
  integer :: i, j, k
  s = 1
  k = 1
  do i = 1, n
    do j = 1, 2
      s = s + x(k)**2 / j
      k = k + i
    end do
    k = k - i
  end do
  s = s * x(k)
end subroutine ragged
!=== counters in front of CYCLE, EXIT and RETURN
! routine = "counted_jumps"
! arguments = ["n: int32", "x: float64(2*n)", "s: float64(3) out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 6 }
subroutine counted_jumps(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(2*n)
  real(8), intent(out) :: s(3)
  integer :: i, j, k, l
  s = 1
  k = 0
  do i = 1, n
    k = k + 2
    if (x(i) < 0.6d0) cycle
    s(1) = s(1) + x(k)**2
  end do
  l = 1
  outer: do i = 1, n
    l = l + 1
    do j = 1, n
      if (x(j) > 1.4d0) cycle outer
      s(2) = s(2) * x(l)
      if (s(2) > 3d0) exit outer
    end do
  end do outer
  s(2) = s(2) * l + 0.1d0 * i + 0.01d0 * j
  k = 0
  do i = 1, n
    if (s(2) * x(i) > 4d0) return
    s(3) = s(3) + x(i) * x(k + 1)
    k = k + 1
  end do
  s(3) = s(3) * k * x(2*k)
end subroutine counted_jumps
!=== a counter that a jump passes over
! routine = "passed_over"
! arguments = ["n: int32", "x: float64(n)", "s: float64 out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 7 }
subroutine passed_over(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i, j, k, l
  s = 1
  k = 0
  l = 0
  do i = 1, n
    if (x(i) < 0.8d0) cycle
    k = k + 1
    s = s + k * x(i)
    do j = 1, 3
      if (s > 3d0 + i) exit
      l = l + 1
      s = s * (1 + l * 0.1d0 * x(j))
    end do
  end do
  s = s + k + 2 * l
end subroutine passed_over
!=== an integer that a real is added to
! routine = "cut_off"
! arguments = ["n: int32", "x: float64(n)", "s: float64 out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 5 }
subroutine cut_off(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: r
  integer :: i, k, l
  s = 0
  k = 0
  l = 1
  r = 1.5d0
  do i = 1, n
    k = k + 0.5d0
    l = l + r
    s = s + (k + l) * x(i)**2
  end do
  s = s * (l + k)
end subroutine cut_off
!=== DO variables after GOTO and EXIT out of a nest
! routine = "found_at"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "s: float64(2) out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 4, m = 3 }
subroutine found_at(n, m, a, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: s(2)
  integer :: i, j, k
  s = 1
  do i = 1, n
    do j = 1, m
      s(1) = s(1) * a(i, j)
      if (s(1) > 1.2d0) goto 10
    end do
  end do
10 s(1) = s(1) * i + a(1, 1) * j
  if (s(1) > 100d0) goto 20
  rows: do i = 2, n, 2
    do j = m, 1, -1
      if (a(i, j) > 1.3d0) exit rows
      s(2) = s(2) + a(i, j)
    end do
  end do rows
20 do k = 1, n
    if (a(k, 1) > 1d0) exit
  end do
  s(2) = s(2) * (i + 10 * j + 100 * k)
end subroutine found_at
!=== constants as vector subscripts
! routine = "listed"
! arguments = ["n: int32", "a: float64(n-1,n)", "z: float64(5,n)", "s: float64 out"]
! wrt = ["a", "z"]
! of = ["z", "s"]
! sizes = { n = 7 }
subroutine listed(n, a, z, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n - 1, n)
  real(8), intent(inout) :: z(0:4, n)
  real(8), intent(out) :: s
  integer, parameter :: c(3) = [1, 3, 2]
  integer, save :: k(2, 2)
  integer :: d(2) = (/ 4, 2 /), i
  data k / 1, 3, 2*4 /
  z([4, 0], c) = 2 * a(1:2, 1:3) + k(2, 2)
  z(d, 2) = z([c(2), c(3)], 4)
  z([1, 0, 3], 5) = z([0, 3, 1], 5)
  z(:, [6, 7]) = a(k(1, 2), c(3))
  s = sum(a(c, d)**2) + a(k(2, 1), c(2)) * maxval(a(:, [k(2, 1), 5]))
  do i = 1, 2
    s = s + product(a([i, i + 2, 5], i)) + a(i, d(1))
  end do
end subroutine listed
!=== steps whose sign a branch tells
! routine = "strided"
! arguments = ["n: int32", "m: int32", "x: float64(n)", "s: float64 out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 7, m = 2 }
! edges = [{ m = -3 }]
subroutine strided(n, m, x, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  s = 1
  if (m > 0) then
    do i = 1, n, m
      s = s + i * x(i)**2
    end do
  else if (m < 0) then
    do i = n, 1, m
      s = s * x(i)
    end do
  end if
end subroutine strided
!=== DO variables after CYCLE of an outer loop
! routine = "cycled"
! arguments = ["n: int32", "x: float64(n)", "s: float64 out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 5 }
subroutine cycled(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i, j, k
  s = 1
  j = 3
  k = 0
  outer: do i = 1, n
    s = s + j * x(i)
    do j = 1, n
      if (s * x(j) > 4d0) cycle outer
      k = k + 1
      s = s + 0.1d0 * x(j) * k
    end do
    s = 0.5d0 * s
  end do outer
  s = s * j + k
end subroutine cycled
!=== integers that are made of integers that are made of integers
! routine = "nested"
! arguments = ["n: int32", "k: int32", "x: float64(n)", "s: float64 out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 5, k = 7 }
! edges = [{ k = -9 }, { n = 1, k = 0 }, { n = 8, k = 22 }]
subroutine nested(n, k, x, s)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i, j, l, m
  i = mod(abs((2 - k)/4), 3) + 1
  j = mod(abs((i/(-2)) + 2*i), 2) + 1
  l = mod(j - i*k/3, n)
  m = abs(l/2 - mod(j*i, 4)/(-3)) + max(l, min(i, j))
  s = x(1 + mod(i + j, n)) * x(1 + modulo(l - m, n))**2 * m
  do i = 1, mod(abs(m), n)
    s = s + x(i) * (l - i)
  end do
end subroutine nested
!=== functions of bits
! routine = "bitwise"
! arguments = ["n: int32", "k: int32", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 6, k = -3 }
! edges = [{ n = 3, k = 5 }]
subroutine bitwise(n, k, x, y)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i, j, m(4)
  y = 0
  do i = 1, n
    if (btest(i, 0)) y = y + x(i)**2
    if (iand(i, 2) /= 0) y = y + sin(x(i))
    j = ieor(i, 1)
    if (j >= 1 .and. j <= n) y = y*x(j)
    if (ibset(i, 2) == i) y = y + 1
    if (not(i) < 0) y = y + x(max(ibclr(i, 0), 1))
    m = [i, -i, k*i, nint(x(i)*10)]
    j = iand(m(4), 5) + ior(12, m(2)) + ieor(m(3), 7) + not(m(4)) + ibset(m(2), 3) + ibclr(m(3), 1)
    if (btest(m(2), 1)) y = y + j*x(1)
    if (iand(k, 52) == 0) y = y + iand(k, i - i)
  end do
end subroutine bitwise
!=== shifts, fields and counts of bits
! routine = "bits_moved"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)", "k: int32(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
! inputs = { k = { low = -3, high = 3 } }
subroutine bits_moved(n, x, y, k)
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8), parameter :: s = 1d-9
  integer :: i, j
  do i = 1, n
    j = k(i)*500000003
    y(i) = x(i)*(s*ishft(j, 3) + s*ishft(j, -4) + ibits(j, 3, 5) + s*shiftl(j, 30) + s*shiftr(j, 1))
    y(i) = y(i)*(ishft(i, 2) + ishft(n, -1) + ibits(n, 1, 3) + popcnt(i) + popcnt(-i) + popcnt(j))
    y(i) = y(i) + x(i)*(ishft(k(i), 32) + ishft(k(i), 0) + shiftr(k(i), 31) + s*ishft(-i, 5))
  end do
end subroutine bits_moved

!=== triangular loops whose ends data decide, none of their iterations too
! routine = "triangles"
! arguments = ["n: int32", "l: int32", "x: float64(n)", "c: float64(n*(n+1))", "y: float64(5)"]
! wrt = ["x", "c"]
! of = ["y"]
! sizes = { n = 4, l = 0 }
! edges = [{ n = 4, l = 4 }, { n = 3, l = 5 }]
subroutine triangles(n, l, x, c, y)
  integer, intent(in) :: n, l
  real(8), intent(in) :: x(n), c(n*(n+1))
  real(8), intent(out) :: y(5)
  integer :: i, j, ij, m, k, q
  m = l
  do i = 1, n
    if (x(i) < 0) m = m + 1
  end do
  y = 0
  ij = 0
  do i = 1, n - m
    do j = 1, i
      ij = ij + 1
      y(1) = y(1) + c(ij)*x(j)
    end do
  end do
  y(2) = ij*x(1)
  ij = n*(n+1)
  do i = n - m, 1, -1
    y(3) = y(3) + c(ij)*x(i)**2
    ij = ij - i
  end do
  y(4) = ij*x(2)
  k = 1
  q = 0
  do i = 1, n - m
    q = q + 1
    if (x(q) > 0.5) cycle
    k = q
  end do
  do i = m, n
    k = k + 2*(i - m)
  end do
  y(5) = k*x(1)*c(q + 1)
end subroutine triangles
!=== products that 32 bits do not hold go round
! routine = "goes_round"
! arguments = ["n: int32", "seed: int32(n)", "x: float64(n)"]
! wrt = ["x"]
! of = ["x"]
! sizes = { n = 5 }
! inputs = { seed = { low = 1, high = 9999 } }
subroutine goes_round(n, seed, x)
  integer, intent(in) :: n, seed(n)
  real(8), intent(inout) :: x(n)
  integer, parameter :: factor = 69069
  integer :: i, s
  s = 12345
  do i = 1, n
    s = s*1103515245 + 12345
    x(i) = x(i)*(s/2d9) + x(i)**2
    s = ieor(s, 99)
  end do
  s = seed(1)
  do i = 1, n
    s = 2147483647 + factor*(factor*(s + seed(i)) - 1) - (-i*99999)
    if (s < 0) s = s + 2147483647 + 1
    x(i) = x(i)*(s*4.656612873e-10)
  end do
end subroutine goes_round
!=== bounds of loops over integers that are reals
! routine = "real_bounds"
! arguments = ["n: int32", "s: float64", "x: float64(n)"]
! wrt = ["s", "x"]
! of = ["x"]
! sizes = { n = 5 }
! inputs = { s = { low = 1.2, high = 1.4 } }
subroutine real_bounds(n, s, x)
  integer, intent(in) :: n
  real(8), intent(in) :: s
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1.9, 3.7
    x(i) = x(i)*s
  end do
  x(1) = x(1) + i*s
  do i = n, n/2.5, -1.2
    x(i) = x(i) + s
  end do
  x(1) = x(1)*i
  do i = s, s + 2.9d0
    x(i) = x(i)*s
  end do
  x(2) = x(2) + i*s
end subroutine real_bounds
!=== tables and constants of short integers
! routine = "signs"
! arguments = ["x: float64(4)", "y: float64"]
! wrt = ["x"]
! of = ["y"]
! sizes = {}
subroutine signs(x, y)
  implicit none
  real(8), intent(in) :: x(4)
  real(8), intent(out) :: y
  integer*2 sgn(2, 4)
  integer(1), parameter :: two = 2
  integer(2), save :: half = 3
  integer :: i
  data sgn /1, 1, -1, 1, 1, -1, -1, -2/
  y = 0
  do i = 1, 4
    y = y + sgn(1, i)*x(i)**two + abs(sgn(2, i))*x(i)*half/2 + real(half/2)*mod(half, 2)
  end do
  select case (sgn(1, 2))
  case (-1)
    y = 2*y + sum(sgn)*x(1)
  end select
end subroutine signs

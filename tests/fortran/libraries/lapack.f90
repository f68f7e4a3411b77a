!=== factors and pivots that are read again
! routine = "reread"
! arguments = ["n: int64", "a: float64(n+1,n)", "b: float64(n)", "c: float64(n+1,2)", "d: float64"]
! wrt = ["a", "b", "c"]
! of = ["a", "b", "c", "d"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 0 }, { n = 2 }]
subroutine reread(n, a, b, c, d)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: a(n + 1, n), b(n), c(n + 1, 2)
  real(8), intent(out) :: d
  integer :: ipiv(n), info, i, m
  m = int(n)
  call dgesv(m, 1, a, m + 1, ipiv, b, m + 1, info)
  if (info /= 0) stop 1
  d = 1
  do i = 1, m
    if (ipiv(i) /= i) d = -d
    d = d*a(i, i)
  end do
  call dgetrs('T', m, 2, a, m + 1, ipiv, c, m + 1, info)
end subroutine reread
!=== one factorisation for many systems
! routine = "repeated"
! arguments = ["n: int64", "a: float64(n,n)", "x: float64(n,2)", "s: float64"]
! wrt = ["a", "x"]
! of = ["x", "s"]
! sizes = { n = 3 }
! inputs = { a = { values = [[0.0, 2.0, 1.0], [3.0, 1.0, 0.5], [-7.0, 0.3, 4.0]] } }
subroutine repeated(n, a, x, s)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: x(n, 2)
  real(8), intent(out) :: s
  integer :: ipiv(n), info, t, m
  real(8) :: lu(n, n)
  m = int(n)
  lu = a
  call dgetrf(m, m, lu, m, ipiv, info)
  s = 0
  do t = 1, 3
    x = sin(x)
    call dgetrs('N', m, 2, lu, m, ipiv, x, m, info)
    s = s + sum(x**2)
    if (t == 2) call dgetrs('C', m, 1, lu, m, ipiv, x(1, 2), m, info)
  end do
end subroutine repeated
!=== what is singular goes another way
! routine = "singular"
! arguments = ["q: bool", "a: float64(3,3)", "b: float64(3)", "s: float64"]
! wrt = ["a", "b"]
! of = ["s", "b"]
! inputs = { q = { values = true } }
! also = [{ q = { values = false } }]
subroutine singular(q, a, b, s)
  implicit none
  logical, intent(in) :: q
  real(8), intent(in) :: a(3, 3)
  real(8), intent(inout) :: b(3)
  real(8), intent(out) :: s
  integer :: ipiv(3), info
  real(8) :: lu(3, 3)
  lu = a
  if (q) lu(:, 2) = 0
  call dgesv(3, 1, lu, 3, ipiv, b, 3, info)
  s = info
  if (info == 0) then
    s = s + sum(b**2)
  else
    s = s + sum(b)*a(1, 1)
  end if
end subroutine singular
!=== positive definite systems
! routine = "definite"
! arguments = ["n: int64", "a: float64(n,n)", "b: float64(n)", "c: float64(n+1,2)", "s: float64"]
! wrt = ["a", "b", "c"]
! of = ["b", "c", "s"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
! inputs = { a = { kind = "spd" } }
subroutine definite(n, a, b, c, s)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: b(n), c(n + 1, 2)
  real(8), intent(out) :: s
  real(8) :: u(n + 2, n), l(n, n)
  integer :: info, i, m
  m = int(n)
  u(1:n, :) = a
  l = a
  call dposv('U', m, 1, u, m + 2, b, m, info)
  s = sum(u(1:n, :)**2)
  call dpotrf('l', m, l, m, info)
  if (info /= 0) return
  call dpotrs('L', m, 2, l, m, c, m + 1, info)
  do i = 1, m
    s = s + log(l(i, i))
  end do
  call dtrtrs('L', 'T', 'N', m, 1, l, m, b, m, info)
end subroutine definite
!=== what is not positive definite goes another way
! routine = "indefinite"
! arguments = ["a: float64(3,3)", "b: float64(3)", "t: float64", "s: float64"]
! wrt = ["a", "b"]
! of = ["s"]
! inputs = { a = { kind = "spd" }, t = { values = 0.0 } }
! also = [{ t = { values = 100.0 } }]
subroutine indefinite(a, b, t, s)
  implicit none
  real(8), intent(in) :: a(3, 3), b(3), t
  real(8), intent(out) :: s
  real(8) :: u(3, 3), x(3)
  integer :: info
  u = a
  u(2, 2) = u(2, 2) - t
  x = b
  call dposv('U', 3, 1, u, 3, x, 3, info)
  s = info*b(1)
  if (info == 0) s = s + sum(x**2)
end subroutine indefinite
!=== three diagonals
! routine = "diagonals"
! arguments = ["n: int64", "l: float64(n)", "d: float64(n)", "u: float64(n)", "b: float64(n,2)", "s: float64"]
! wrt = ["l", "d", "u", "b"]
! of = ["b", "s", "d"]
! sizes = { n = 5 }
! edges = [{ n = 1 }, { n = 2 }]
! also = [{ d = { low = 0.01, high = 0.1 } }]
subroutine diagonals(n, l, d, u, b, s)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: l(n), d(n), u(n), b(n, 2)
  real(8), intent(out) :: s
  real(8) :: e(n), f(n)
  integer :: info, m
  m = int(n)
  e = 3 + u**2
  f = l
  call dgtsv(m, 2, l, d, u, b, m, info)
  s = sum(u) + sum(l)
  call dptsv(m, 1, e, f, b(1, 2), m, info)
  if (info == 0) s = s + sum(e*f)
end subroutine diagonals
!=== bands
! routine = "bands"
! arguments = ["n: int64", "ab: float64(6,n)", "b: float64(n)", "v: float64(n)"]
! wrt = ["ab", "b", "v"]
! of = ["b", "v"]
! sizes = { n = 5 }
! edges = [{ n = 1 }, { n = 2 }]
subroutine bands(n, ab, b, v)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: ab(6, n), b(n), v(n)
  integer :: info, ipiv(n), m
  m = int(n)
  call dgbsv(m, 2, 1, 1, ab, 6, ipiv, b, m, info)
  if (info /= 0) return
  call dgbtrs('T', m, 2, 1, 1, ab, 6, ipiv, v, m, info)
end subroutine bands
!=== inverses by factors
! routine = "inverses"
! arguments = ["n: int64", "a: float64(n+1,n)", "b: float64(n,n)", "c: float64(n,n)", "s: float64"]
! wrt = ["a", "b", "c"]
! of = ["a", "b", "c", "s"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
subroutine inverses(n, a, b, c, s)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: a(n + 1, n), b(n, n), c(n, n)
  real(8), intent(out) :: s
  integer :: ipiv(n), info, i, m
  real(8) :: work(64*n + 1), d(n, n)
  m = int(n)
  do i = 1, m
    a(i, i) = a(i, i) + 2
  end do
  call dgetrf(m, m, a, m + 1, ipiv, info)
  call dgetri(m, a, m + 1, ipiv, work, 64*m + 1, info)
  s = info
  d = matmul(b, transpose(b))
  do i = 1, m
    d(i, i) = d(i, i) + 1
  end do
  b = d
  call dpotrf('U', m, b, m, info)
  call dpotri('U', m, b, m, info)
  d = d + matmul(c, transpose(c))
  call dpotrf('L', m, d, m, info)
  call dpotri('L', m, d, m, info)
  c = d
  s = s + info
end subroutine inverses
!=== what is singular has no inverse
! routine = "uninverted"
! arguments = ["q: bool", "a: float64(3,3)", "s: float64"]
! wrt = ["a"]
! of = ["a", "s"]
! inputs = { q = { values = true } }
! also = [{ q = { values = false } }]
subroutine uninverted(q, a, s)
  implicit none
  logical, intent(in) :: q
  real(8), intent(inout) :: a(3, 3)
  real(8), intent(out) :: s
  integer :: ipiv(3), info
  real(8) :: work(30)
  ipiv = [3, 2, 3]
  if (q) a(2, 2) = 0
  call dgetri(3, a, 3, ipiv, work, 30, info)
  s = info
  call dpotri('L', 3, a, 3, info)
  s = s + info*a(1, 1)
end subroutine uninverted
!=== eigenvalues, and vectors whose signs do not matter
! routine = "modes"
! arguments = ["n: int64", "a: float64(n,n)", "w: float64(n)", "v: float64(n,n)", "s: float64"]
! wrt = ["a"]
! of = ["w", "v", "s"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
subroutine modes(n, a, w, v, s)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(out) :: w(n), v(n, n), s
  real(8) :: work(64*n + 1), c(n, n), z(n)
  integer :: info, m
  m = int(n)
  c = a
  call dsyev('N', 'L', m, c, m, w, work, 64*m + 1, info)
  v = a
  call dsyev('V', 'u', m, v, m, z, work, 64*m + 1, info)
  v = v**2
  s = sum(z**3) + info
end subroutine modes
!=== reflectors, applied and written out
! routine = "reflected"
! arguments = ["m: int64", "n: int64", "a: float64(m+1,n)", "q: float64(m,m)", "c: float64(m,2)", "d: float64(2,m)", "t: float64(n)"]
! wrt = ["a", "c", "d"]
! of = ["a", "q", "c", "d", "t"]
! sizes = { m = 4, n = 3 }
! edges = [{ m = 1, n = 1 }, { m = 3, n = 3 }, { m = 3, n = 1 }]
subroutine reflected(m, n, a, q, c, d, t)
  implicit none
  integer(8), intent(in) :: m, n
  real(8), intent(inout) :: a(m + 1, n), c(m, 2), d(2, m)
  real(8), intent(out) :: q(m, m), t(n)
  real(8) :: work(64*(m + 2)), query(1)
  integer :: info, i, j, k, l
  k = int(m)
  j = int(n)
  l = 64*k + 128
  call dgeqrf(k, j, a, k + 1, t, query, -1, info)
  call dgeqrf(k, j, a, k + 1, t, work, l, info)
  q = 0
  do i = 1, j
    q(:, i) = a(1:m, i)
  end do
  call dormqr('L', 'T', k, 2, j, a, k + 1, t, c, k, work, l, info)
  call dormqr('R', 't', 2, k, j, a, k + 1, t, d, 2, work, l, info)
  call dormqr('l', 'N', k, 1, j, a, k + 1, t, c(1, 2), k, work, l, info)
  call dormqr('R', 'N', 1, k, j, a, k + 1, t, d(2, 1), 2, work, l, info)
  call dorgqr(k, k, j, q, k, t, work, l, info)
end subroutine reflected
!=== what the machine's numbers are like
! routine = "guarded"
! arguments = ["n: int64", "x: float64(n)", "y: float64(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
subroutine guarded(n, x, y)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: dlamch, small
  real(4) :: slamch
  external :: dlamch, slamch
  integer(8) :: i
  small = max(dlamch('Safe minimum'), dlamch('U'), 1d0/dlamch('o'))
  do i = 1, n
    y(i) = 0d0
    if (abs(x(i)) > small/dlamch('e')) y(i) = x(i)**2*(1d0 + 1d12*dlamch('P'))
    y(i) = y(i) + slamch('Epsilon')*1d4*x(i)
  end do
end subroutine guarded
!=== copies, constants and norms
! routine = "measured"
! arguments = ["m: int64", "n: int64", "a: float64(m+1,n)", "c: float64(m,n)", "v: float64(6)"]
! wrt = ["a", "c"]
! of = ["c", "v"]
! sizes = { m = 3, n = 4 }
! edges = [{ m = 4, n = 2 }, { m = 2, n = 1 }]
subroutine measured(m, n, a, c, v)
  implicit none
  integer(8), intent(in) :: m, n
  real(8), intent(in) :: a(m + 1, n)
  real(8), intent(inout) :: c(m, n)
  real(8), intent(out) :: v(6)
  real(8) :: b(m, n), w(m, n), work(m + n), dlansy
  real(8), external :: dlange
  integer :: k, l, s
  k = int(m)
  l = int(n)
  s = min(k, l)
  call dlacpy('All', k, l, a, k + 1, b, k)
  call dlacpy('U', k, l, c, k, b, k)
  call dlaset('full', k, l, 0.5d0, a(1, 1), w, k)
  call dlacpy('l', k, l, b, k, w, k)
  call dlaset('U', k, l, c(1, l), 2d0, c, k)
  call dlaset('L', k - 1, l, 0.25d0, 0.75d0, w(2, 1), k)
  v = [dlange('M', k, l, a(2, 1), k + 1, work), dlange('1', k, l, b, k, work), &
       dlange('i', k, l, c, k, work), dlange('F', k, l, w, k, work), &
       dlansy('O', 'U', s, w, k, work), dlansy('e', 'L', s, b, k, work)*dlange('m', 0, l, b, k, work)]
  c = c*w + b*dlansy('M', 'l', s, c, k, work)
end subroutine measured
!=== quotients, rotations and norms that routines of LAPACK call
! routine = "by_parts"
! arguments = ["n: int32", "x: float64(n)", "y: float64(4)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
subroutine by_parts(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(4)
  real(8) :: c, s, scale, small, large
  real(8), external :: dlapy2, dlapy3, dlamch
  logical, external :: disnan
  small = dlamch('S')
  large = 1/small
  call dlabad(small, large)
  call dlartg(x(1), x(2), c, s, y(1))
  call dladiv(c, s, x(3), x(4), y(2), y(3))
  scale = 0.5d0
  y(4) = 1
  call dlassq(n, x, 1, scale, y(4))
  if (disnan(c) .or. small*large /= 1) y(1) = 0
  y(4) = dlapy2(s, x(2)) + dlapy3(c, x(1), x(4)) + scale*sqrt(y(4))
end subroutine by_parts
!=== reflectors one by one
! routine = "one_by_one"
! arguments = ["n: int32", "a: float64(n,n)", "tau: float64(n)"]
! wrt = ["a"]
! of = ["a", "tau"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
subroutine one_by_one(n, a, tau)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  real(8), intent(out) :: tau(n)
  real(8) :: w(n), kept
  integer :: i
  do i = 1, n
    call dlarfg(n - i + 1, a(i, i), a(min(i + 1, n), i), 1, tau(i))
    if (i < n) then
      kept = a(i, i)
      a(i, i) = 1
      call dlarf('Left', n - i + 1, n - i, a(i, i), 1, tau(i), a(i, i + 1), n, w)
      call dlarf('R', 1, n, a(1, 1), n, 0.3d0*tau(i), a(n, 1), n, w)
      a(i, i) = kept
    end if
  end do
end subroutine one_by_one

!=== vectors at distances
! routine = "strided"
! arguments = ["n: int64", "x: float64(2*n+1)", "y: float64(n)", "w: float64(3*n+2)", "s: float64"]
! wrt = ["x", "y", "w"]
! of = ["s", "y", "w"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
subroutine strided(n, x, y, w, s)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: x(2*n + 1)
  real(8), intent(inout) :: y(n), w(3*n + 2)
  real(8), intent(out) :: s
  real(8), external :: ddot, dnrm2
  real(8) :: dasum
  integer :: idamax, k, m
  m = int(n)
  s = ddot(m, x, 2, y, -1) + dnrm2(m, w(2), 3)*dasum(m, x(2), 2)
  call daxpy(m, s, y, 1, w, -3)
  call dscal(m, 2.5d0, w(2), 2)
  call dcopy(m, x(3), 0, w(m), -1)
  call dcopy(m - 1, x, 1, w(m + 1), -1)
  call dswap(m, y, 1, w(m + 1), -2)
  call drot(m, y, 1, w, 1, 0.6d0, 0.8d0)
  k = idamax(m, y, 1)
  s = s*y(k) + sum(w**2)
end subroutine strided
!=== nothing to do
! routine = "nothing"
! arguments = ["n: int64", "x: float64(3)", "y: float64(3)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 2 }
! edges = [{ n = 0 }, { n = -1 }, { n = 3 }]
subroutine nothing(n, x, y)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: x(3)
  real(8), intent(inout) :: y(3)
  real(8), external :: ddot
  integer :: m
  m = int(n)
  call daxpy(m, 2d0, x, 1, y, 1)
  y(1) = y(1)*x(1) + ddot(m, x, 1, y, 1)
  call daxpy(m - 3, 2d0, x(2), 1, y, 1)
end subroutine nothing
!=== matrices and vectors, in every direction
! routine = "turned"
! arguments = ["m: int64", "n: int64", "a: float64(m+2,n)", "x: float64(2*n)", "y: float64(m)", "z: float64(n)", "al: float64", "be: float64"]
! wrt = ["a", "x", "y", "z", "al", "be"]
! of = ["y", "z"]
! sizes = { m = 3, n = 2 }
! edges = [{ m = 2, n = 3 }, { m = 1, n = 1 }, { m = 0, n = 2 }]
! also = [{ al = { values = 0.0 } }, { be = { values = 0.0 } }]
subroutine turned(m, n, a, x, y, z, al, be)
  implicit none
  integer(8), intent(in) :: m, n
  real(8), intent(in) :: a(m + 2, n), al, be
  real(8), intent(inout) :: x(2*n), y(m), z(n)
  integer :: k, l, ld
  k = int(m)
  l = int(n)
  ld = k + 2
  call dgemv('N', k, l, al, a(2, 1), ld, x, -2, be, y, 1)
  call dgemv('t', k, l, 2d0, a, ld, y, -1, be, z, 1)
  call dgemv('C', k, l, -1d0, a, ld, y, 1, 1d0, z, 1)
  call dgemv('n', k, l, al, a, ld, z, 1, 0d0, y, -1)
end subroutine turned
!=== what beta zero never reads
! routine = "unread"
! arguments = ["a: float64(3,3)", "x: float64(3)", "y: float64(3)", "be: float64"]
! wrt = ["a", "x"]
! of = ["y"]
! inputs = { be = { values = 0.0 } }
subroutine unread(a, x, y, be)
  implicit none
  real(8), intent(in) :: a(3, 3), x(3), be
  real(8), intent(inout) :: y(3)
  real(8) :: w(3), c(3, 3)
  w = sqrt(-1 - x**2)
  call dgemv('N', 3, 3, 1d0, a, 3, x, 1, be, w, 1)
  y = w
  c = sqrt(-1 - a**2)
  call dgemm('N', 'T', 3, 3, 3, 2d0, a, 3, a, 3, 0d0, c, 3)
  call dsymv('U', 3, 1d0, c, 3, w, 1, 1d0, y, 1)
  c(2:3, 1) = sqrt(-x(1:2))
  call dsyrk('U', 'N', 3, 1, 1d0, y, 3, 1d0, c, 3)
  call dtrsv('U', 'N', 'N', 3, c, 3, y, 1)
end subroutine unread
!=== matrices
! routine = "matrices"
! arguments = ["n: int64", "m: int64", "a: float64(m+1,n)", "b: float64(m,n)", "c: float64(n,n)", "y: float64(6*n)", "al: float64", "be: float64"]
! wrt = ["a", "b", "c", "y", "al", "be"]
! of = ["c", "y"]
! sizes = { n = 3, m = 4 }
! edges = [{ n = 1, m = 2 }]
! inputs = { c = { low = 0.1, high = 0.4 } }
subroutine matrices(n, m, a, b, c, y, al, be)
  implicit none
  integer(8), intent(in) :: n, m
  real(8), intent(in) :: a(m + 1, *), b(m, n), al, be
  real(8), intent(inout) :: c(n, n), y(6*n)
  integer :: k, l
  k = int(n)
  l = int(m)
  call dgemm('T', 'n', k, k, l, al, a, l + 1, b, l, be, c, k)
  call dgemm('N', 'N', k - 1, k, 1, 0.5d0, b, l, y, 6, 1d0, c, k)
  call dgemm('N', 'T', k, k, 2*k/(k + 1), 1d0, y, 6, b, l, 1d0, c, k)
  call dgemm('T', 'T', k, k, k, -0.1d0, a(2, 1), l + 1, b, l, 1d0, c, k)
  call dsyrk('U', 'T', k, l, 0.5d0, b, l, be, c, k)
  call dsyrk('L', 'N', k, 2*k/(k + 1), al, c, k, 0d0, y, 6)
  call dtrsm('R', 'L', 'T', 'U', 2, k, al, c, k, y, 6)
  call dtrsm('L', 'U', 'N', 'N', k, 1, 1d0, c, k, y, 6)
  call dsymm('L', 'U', k, k, al, c, k, b, l, 1d0, y, 6)
  call dsymm('R', 'L', 2, k, al, c, k, b, l, be, y, 6)
  call dsyr('L', k, be, y, 2, c, k)
end subroutine matrices
!=== parts of one matrix, eliminated in place
! routine = "eliminated"
! arguments = ["n: int64", "a: float64(n,n)", "x: float64(n)"]
! wrt = ["a", "x"]
! of = ["x", "a"]
! sizes = { n = 5 }
! edges = [{ n = 1 }, { n = 2 }]
! inputs = { a = { kind = "dominant" } }
subroutine eliminated(n, a, x)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: a(n, n), x(n)
  integer :: k, m
  m = int(n)
  do k = 1, m - 1
    call dscal(m - k, 1/a(k, k), a(k + 1, k), 1)
    call dger(m - k, m - k, -1d0, a(k + 1, k), 1, a(k, k + 1), m, a(k + 1, k + 1), m)
  end do
  call dtrsv('L', 'N', 'U', m, a, m, x, 1)
  call dtrsv('U', 'N', 'N', m, a, m, x, 1)
  call dtrmv('U', 'T', 'N', m, a, m, x, 1)
  call dtrmv('L', 'N', 'U', m, a, m, x, 1)
  if (m > 1) call dsymv('L', m - 1, 0.5d0, a(2, 1), m, a(m, 1), m, 1d0, x, 1)
end subroutine eliminated
!=== pivots found and rows exchanged
! routine = "pivoted"
! arguments = ["n: int64", "a: float64(n,n)", "d: float64"]
! wrt = ["a"]
! of = ["a", "d"]
! sizes = { n = 4 }
! also = [{ a = { values = [[0.0, 2.0, 1.0, 4.0], [3.0, 1.0, 0.5, -1.0], [-7.0, 0.3, 0.1, 2.0], [1.0, 5.0, -6.0, 0.2]] } }]
subroutine pivoted(n, a, d)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  real(8), intent(out) :: d
  integer, external :: idamax
  integer :: k, p, m
  m = int(n)
  d = 1
  do k = 1, m
    p = k - 1 + idamax(m - k + 1, a(k, k), 1)
    if (p /= k) then
      call dswap(m, a(k, 1), m, a(p, 1), m)
      d = -d
    end if
    d = d*a(k, k)
    if (k < m) then
      call dscal(m - k, 1/a(k, k), a(k + 1, k), 1)
      call dger(m - k, m - k, -1d0, a(k + 1, k), 1, a(k, k + 1), m, a(k + 1, k + 1), m)
    end if
  end do
end subroutine pivoted
!=== a work array, handed down
! routine = "conjugate"
! arguments = ["n: int64", "a: float64(n,n)", "x: float64(n)", "w: float64(3*n)"]
! wrt = ["a", "x"]
! of = ["x"]
! sizes = { n = 4 }
! inputs = { a = { kind = "spd" } }
subroutine conjugate(n, a, x, w)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: x(n), w(3*n)
  integer :: t
  real(8) :: rho
  call dcopy(int(n), x, 1, w, 1)
  call dcopy(int(n), w, 1, w(n + 1), 1)
  x = 0
  do t = 1, 3
    call step(int(n), 'N', a, x, w, w(n + 1), w(2*n + 1), rho)
    x(1) = x(1) + 1d-2*rho
  end do
contains
  subroutine step(m, trans, b, u, r, p, q, s)
    integer, intent(in) :: m
    character(1), intent(in) :: trans
    real(8), intent(in) :: b(m, *)
    real(8), intent(inout) :: u(*), r(*), p(*), q(*), s
    real(8), external :: ddot
    real(8) :: alpha
    s = ddot(m, r, 1, r, 1)
    call dgemv(trans, m, m, 1d0, b, m, p, 1, 0d0, q, 1)
    alpha = s/ddot(m, p, 1, q, 1)
    call daxpy(m, alpha, p, 1, u, 1)
    call daxpy(m, -alpha, q, 1, r, 1)
    call dscal(m, ddot(m, r, 1, r, 1)/s, p, 1)
    call daxpy(m, 1d0, r, 1, p, 1)
  end subroutine step
end subroutine conjugate
!=== single precision
! routine = "single"
! arguments = ["n: int64", "a: float32(n,n)", "x: float32(n)", "s: float32"]
! wrt = ["a", "x"]
! of = ["s", "x"]
! sizes = { n = 3 }
! oracle = "finite"
subroutine single(n, a, x, s)
  implicit none
  integer(8), intent(in) :: n
  real(4), intent(in) :: a(n, n)
  real(4), intent(inout) :: x(n)
  real(4), intent(out) :: s
  real(4), external :: sdot, sasum
  real(4) :: y(n)
  call sgemv('T', int(n), int(n), 2.0, a, int(n), x, 1, 0.0, y, 1)
  s = sdot(int(n), x, 1, y, 1)*sasum(int(n), y, 1)
  call saxpy(int(n), s, y, 1, x, 1)
end subroutine single
!=== rotations that are made
! routine = "rotations"
! arguments = ["n: int64", "a: float64(n)", "b: float64(n)", "c: float64(n)", "s: float64(n)"]
! wrt = ["a", "b"]
! of = ["a", "b", "c", "s"]
! sizes = { n = 5 }
! oracle = "finite"
subroutine rotations(n, a, b, c, s)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  real(8), intent(out) :: c(n), s(n)
  real(8) :: t
  integer :: i
  do i = 1, int(n)
    if (i == 2) then
      t = -2*b(i)
      call drotg(t, a(i), c(i), s(i))
      b(i) = t
    else if (i == 4) then
      t = 0
      b(i) = 0
      call drotg(t, b(i), c(i), s(i))
    else
      call drotg(a(i), b(i), c(i), s(i))
    end if
    if (i > 1) call drot(1, a(i - 1), 1, b(i), 1, c(i), s(i))
  end do
end subroutine rotations
!=== modified rotations
! routine = "modified"
! arguments = ["n: int64", "x: float64(n)", "y: float64(2*n + 2)", "h: float64(4)"]
! wrt = ["x", "y", "h"]
! of = ["x", "y"]
! sizes = { n = 3 }
! edges = [{ n = 0 }, { n = 5 }]
! oracle = "finite"
subroutine modified(n, x, y, h)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: x(n), y(2*n + 2)
  real(8), intent(in) :: h(4)
  integer :: flag
  do flag = -2, 1
    call drotm(int(n), x, 1, y(2), -2, [dble(flag), h])
  end do
  call drotm(int(n), x, -1, y, 1, [-1d0, h])
end subroutine modified
!=== letters and their errors
! routine = "letters"
! arguments = ["n: int64", "a: float64(n,n)", "x: float64(n)"]
! wrt = ["a", "x"]
! of = ["x"]
! sizes = { n = 4 }
! oracle = "finite"
subroutine letters(n, a, x)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: x(n)
  call scaled('u', int(n), a, x)
  call scaled('L', int(n), a, x)
contains
  subroutine scaled(uplo, m, b, y)
    character(1), intent(in) :: uplo
    integer, intent(in) :: m
    real(8), intent(in) :: b(m, *)
    real(8), intent(inout) :: y(*)
    logical, external :: lsame
    integer :: info, i
    info = 0
    if (.not. lsame(uplo, 'U') .and. .not. lsame(uplo, 'l')) then
      info = -1
    else if (m < 0) then
      info = -2
    end if
    if (info /= 0) then
      call xerbla('SCALED', -info)
      return
    end if
    do i = 1, m
      if (lsame(uplo, 'U')) y(i) = y(i)*b(1, i)**2
      if (lsame(uplo, 'L')) y(i) = y(i)*b(i, 1)
    end do
  end subroutine scaled
end subroutine letters
!=== updates of rank two, bands and triangles
! routine = "shaped"
! arguments = ["m: int64", "n: int64", "a: float64(m+1,n)", "s: float64(n,n)", "x: float64(2*n)", "y: float64(m)", "z: float64(n)", "al: float64"]
! wrt = ["a", "s", "x", "y", "z", "al"]
! of = ["a", "s", "y", "z"]
! sizes = { m = 3, n = 4 }
! edges = [{ m = 4, n = 2 }, { m = 2, n = 1 }]
! also = [{ al = { values = 0.0 } }]
subroutine shaped(m, n, a, s, x, y, z, al)
  implicit none
  integer(8), intent(in) :: m, n
  real(8), intent(inout) :: a(m + 1, n), s(n, n), x(2*n), y(m), z(n)
  real(8), intent(in) :: al
  integer :: k, l, ld
  k = int(m)
  l = int(n)
  ld = k + 1
  call dsyr2('U', l, al, x, 2, z, -1, s, l)
  call dsyr2('l', l, 0.5d0, z, 1, x, -2, s, l)
  call dgbmv('N', k, l, 1, k - 1, al, a, ld, x, 2, 0.5d0, y, -1)
  call dgbmv('t', k, l, k - 2, 2, 1.5d0, a, ld, y, 1, al, z, 1)
  call dtrmm('R', 'U', 'N', 'N', k, l, al, s, l, a, ld)
  call dtrmm('r', 'l', 'T', 'U', k, l, 0.5d0, s, l, a(2, 1), ld)
  call dtrmm('L', 'L', 'n', 'n', min(k, l), l, 1d0, s, l, a, ld)
  call dtrmm('l', 'u', 'C', 'U', min(k, l), l, 2d0, s, l, a, ld)
end subroutine shaped
!=== triangles packed, and in bands
! routine = "packed"
! arguments = ["n: int64", "p: float64(n*(n+1)/2)", "b: float64(4,n)", "x: float64(2*n)"]
! wrt = ["p", "b", "x"]
! of = ["x"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
subroutine packed(n, p, b, x)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: p(n*(n + 1)/2), b(4, n)
  real(8), intent(inout) :: x(2*n)
  integer :: l
  l = int(n)
  call dtpmv('U', 'N', 'N', l, p, x, 1)
  call dtpmv('u', 'T', 'U', l, p, x, -1)
  call dtpmv('L', 'n', 'N', l, p, x, 2)
  call dtpmv('l', 'C', 'U', l, p, x, -2)
  call dtpmv('U', 'T', 'N', l, p, x, 1)
  call dtpmv('L', 'T', 'N', l, p, x, 1)
  call dtpsv('U', 'N', 'N', l, p, x, 1)
  call dtpsv('u', 'T', 'U', l, p, x, -1)
  call dtpsv('L', 'n', 'N', l, p, x, 2)
  call dtpsv('l', 'C', 'U', l, p, x, -2)
  call dtpsv('U', 'T', 'N', l, p, x, 1)
  call dtpsv('L', 'T', 'N', l, p, x, 1)
  call dtbmv('U', 'N', 'N', l, 2, b, 4, x, 1)
  call dtbmv('u', 'T', 'U', l, 2, b, 4, x, -1)
  call dtbmv('L', 'n', 'N', l, 2, b, 4, x, 2)
  call dtbmv('l', 'C', 'U', l, 2, b, 4, x, -2)
  call dtbmv('U', 'T', 'N', l, 2, b, 4, x, 1)
  call dtbmv('L', 'T', 'N', l, 2, b, 4, x, 1)
  call dtbsv('U', 'N', 'N', l, 3, b, 4, x, 1)
  call dtbsv('u', 'T', 'U', l, 3, b, 4, x, -1)
  call dtbsv('L', 'n', 'N', l, 3, b, 4, x, 2)
  call dtbsv('l', 'C', 'U', l, 3, b, 4, x, -2)
  call dtbsv('U', 'T', 'N', l, 3, b, 4, x, 1)
  call dtbsv('L', 'T', 'N', l, 3, b, 4, x, 1)
end subroutine packed
!=== symmetric matrices packed, and in bands
! routine = "halves"
! arguments = ["n: int64", "p: float64(n*(n+1)/2)", "b: float64(3,n)", "c: float64(n,n)", "x: float64(2*n)", "y: float64(n)", "al: float64"]
! wrt = ["p", "b", "c", "x", "y", "al"]
! of = ["p", "c", "y"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
! also = [{ al = { values = 0.0 } }]
subroutine halves(n, p, b, c, x, y, al)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(in) :: b(3, n), x(2*n), al
  real(8), intent(inout) :: p(n*(n + 1)/2), c(n, n), y(n)
  real(8) :: d(n, n), e(n, n)
  integer :: l
  l = int(n)
  call dsbmv('U', l, 2, al, b, 3, x, 2, 0.5d0, y, -1)
  call dsbmv('l', l, 1, 0.5d0, b, 3, x, -1, al, y, 1)
  call dspmv('u', l, al, p, x, -2, 0d0, y, 1)
  call dspmv('L', l, 0.1d0, p, x, 1, 1d0, y, -1)
  call dspr('U', l, al, x, 2, p)
  call dspr('l', l, 0.5d0, x, -1, p)
  call dspr2('u', l, al, x, 1, y, -1, p)
  call dspr2('L', l, 0.5d0, y, 1, x, 2, p)
  d = c*2
  e = c + 1
  call dsyr2k('U', 'N', l, max(1, l - 1), al, d, l, e, l, 0.5d0, c, l)
  call dsyr2k('l', 't', l, 1, 1.5d0, d, l, e, l, al, c, l)
end subroutine halves
!=== vectors whose lengths data decide
! routine = "lengths"
! arguments = ["n: int64", "x: float64(n)", "z: float64(n)", "a: float64(n, n)", "y: float64 out"]
! wrt = ["x", "z", "a"]
! of = ["x", "z", "a", "y"]
! sizes = { n = 5 }
! edges = [{ n = 2 }]
subroutine lengths(n, x, z, a, y)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: x(n), z(n), a(n, n)
  real(8), intent(out) :: y
  real(8), external :: ddot, dnrm2, dasum
  integer :: i, k, m, idamax
  m = int(n)
  k = 1
  do i = 2, m
    if (x(i) > x(k)) k = i
  end do
  y = ddot(k, x, 1, x(m - k + 1), -1)
  call dscal(m - k + 1, 2d0, x(k), 1)
  call daxpy(k, y, x(1), 1, z, 1)
  call dcopy(m - k, x, 1, a(1, k), 1)
  call dswap(k, a(1, 1), m, a(1, 2), 1)
  call drot(k, x, 1, z, -1, 0.6d0, 0.8d0)
  call dger(k, k, y, x, 1, z, 1, a, m)
  k = idamax(m - k + 1, z(k), 1)
  y = y + x(1)*x(m) + dnrm2(k, x, 1)*dasum(k, z, 1)*k
end subroutine lengths
!=== complex vectors
! routine = "complexes"
! arguments = ["n: int64", "r: float64(2, n)", "t: float64(2, n)", "b: float64(2, n, n)", "y: float64 out"]
! wrt = ["r", "t", "b"]
! of = ["r", "t", "b", "y"]
! sizes = { n = 3 }
subroutine complexes(n, r, t, b, y)
  implicit none
  integer(8), intent(in) :: n
  real(8), intent(inout) :: r(2, n), t(2, n), b(2, n, n)
  real(8), intent(out) :: y
  complex(8) :: x(n), z(n), a(n, n), w
  complex(8), external :: zdotu, zdotc
  real(8), external :: dzasum
  integer :: m
  m = int(n)
  x = cmplx(r(1, :), r(2, :), 8)
  z = cmplx(t(1, :), t(2, :), 8)
  a = cmplx(b(1, :, :), b(2, :, :), 8)
  w = zdotu(m, x, 1, z, -1)*zdotc(m - 1, x(2), 1, z, 1)
  call zaxpy(m, w, x, 1, z, 1)
  call zscal(m - 1, (0.5d0, 1.5d0), x(2), 1)
  call zdscal(2, 0.3d0, x, 2)
  call zcopy(m, x, -1, a(1, 2), 1)
  call zswap(m, a(1, 1), m, z, 1)
  call zgerc(m, m - 1, w, x, 1, z, 1, a, m)
  call zgeru(m - 1, m, (0.1d0, 0.2d0), z, 1, x, -1, a(1, 1), m)
  y = dzasum(m, a(1, 2), 1) + abs(w)
  r(1, :) = real(x)
  r(2, :) = aimag(x)
  t(1, :) = real(z)
  t(2, :) = aimag(z)
  b(1, :, :) = real(a)
  b(2, :, :) = aimag(a)
end subroutine complexes
!=== bands that lie in a work array, whose leading dimension data tell, in calls of BLAS and others
! routine = "bands"
! arguments = ["n: int32", "iwm: int32(2)", "wm: float64(24) inout", "x: float64(n) inout"]
! wrt = ["wm", "x"]
! of = ["wm", "x"]
! sizes = { n = 4 }
! inputs = { iwm = { low = 1, high = 2 }, wm = { low = 0.3, high = 0.9 }, x = { low = 0.4, high = 1.2 } }
! edges = [{ n = 1 }, { n = 0 }]
subroutine bands(n, iwm, wm, x)
  implicit none
  integer, intent(in) :: n, iwm(2)
  real(8), intent(inout) :: wm(24), x(n)
  integer :: width
  width = 2*iwm(1) + 1
  call eliminate(wm(3), width, n, iwm(1), x)
contains
  subroutine eliminate(a, lda, n, ml, b)
    integer, intent(in) :: lda, n, ml
    real(8), intent(inout) :: a(lda, *), b(*)
    integer :: k, lm
    real(8) :: t
    do k = 1, n - 1
      lm = min(ml, n - k)
      t = b(k)*a(1, k)
      call daxpy(lm, t, a(2, k), 1, b(k + 1), 1)
      call lowered(a(ml + 1, k), b(k))
      b(k) = b(k) + a(ml, k)**2
    end do
  end subroutine eliminate
  subroutine lowered(v, t)
    real(8), intent(inout) :: v(2), t
    v(1) = v(1)*t
    t = t - v(1)*v(2)
  end subroutine lowered
end subroutine bands

!=== general systems, with and without the transpose
! routine = "general"
! arguments = ["n: int32", "a: float64(n,n)", "b: float64(n)", "d: float64"]
! wrt = ["a", "b"]
! of = ["b", "d"]
! sizes = { n = 4 }
! edges = [{ n = 1 }]
subroutine general(n, a, b, d)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: b(n)
  real(8), intent(out) :: d
  real(8) :: f(n + 1, n)
  integer :: ipvt(n), info, i
  f(1:n, :) = a
  call dgefa(f, n + 1, n, ipvt, info)
  if (info /= 0) stop 1
  d = 1
  do i = 1, n
    if (ipvt(i) /= i) d = -d
    d = d*f(i, i)
  end do
  call dgesl(f, n + 1, n, ipvt, b, 0)
  b = b**2
  call dgesl(f, n + 1, n, ipvt, b, 1)
end subroutine general
!=== banded systems
! routine = "banded"
! arguments = ["n: int32", "ml: int32", "mu: int32", "a: float64(ml+mu+1,n)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["b"]
! sizes = { n = 5, ml = 1, mu = 2 }
! edges = [{ n = 3, ml = 0, mu = 1 }]
subroutine banded(n, ml, mu, a, b)
  implicit none
  integer, intent(in) :: n, ml, mu
  real(8), intent(in) :: a(ml + mu + 1, n)
  real(8), intent(inout) :: b(n)
  real(8) :: f(2*ml + mu + 1, n)
  integer :: ipvt(n), info
  f(ml + 1:, :) = a
  call dgbfa(f, 2*ml + mu + 1, n, ml, mu, ipvt, info)
  if (info /= 0) stop 1
  call dgbsl(f, 2*ml + mu + 1, n, ml, mu, ipvt, b, 0)
  b = b**2
  call dgbsl(f, 2*ml + mu + 1, n, ml, mu, ipvt, b, 1)
end subroutine banded
!=== positive definite systems, whole and banded, and triangles
! routine = "definite"
! arguments = ["n: int32", "m: int32", "a: float64(n,n)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["b"]
! sizes = { n = 4, m = 2 }
subroutine definite(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: b(n)
  real(8) :: f(n, n), g(m + 1, n)
  integer :: info, i, j
  f = matmul(a, transpose(a))
  g = 0
  do j = 1, n
    f(j, j) = f(j, j) + n
    do i = max(1, j - m), j
      g(m + 1 + i - j, j) = f(i, j)
    end do
  end do
  call dpofa(f, n, n, info)
  if (info /= 0) stop 1
  call dposl(f, n, n, b)
  call dpbfa(g, m + 1, n, m, info)
  if (info /= 0) stop 2
  call dpbsl(g, m + 1, n, m, b)
  call dtrsl(f, n, n, b, 1, info)
  call dtrsl(f, n, n, b, 11, info)
  call dtrsl(a, n, n, b, 0, info)
  call dtrsl(a, n, n, b, 10, info)
end subroutine definite

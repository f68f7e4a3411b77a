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

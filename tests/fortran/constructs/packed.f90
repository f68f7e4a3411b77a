!=== UNPACK, and PACK with a vector behind
! routine = "spread_out"
! arguments = ["n: int32", "m: int32", "x: float64(n*m)", "a: float64(n, m)", "y: float64(n, m)", "z: float64(n)"]
! wrt = ["x", "a"]
! of = ["y", "z"]
! sizes = { n = 5, m = 3 }
! edges = [{ n = 1, m = 2 }]
! inputs = { a = { low = 0.4, high = 1.6 } }
subroutine spread_out(n, m, x, a, y, z)
  integer :: n, m
  real(8) :: x(n*m), a(n, m), y(n, m), z(n)
  logical :: mask(n, m)
  mask = a > 0.8d0
  y = unpack(x*a(1, 1), mask, a**2)
  y = y + unpack(x, field=0.5d0, mask=a < 1d0)
  z = pack(y(:, 1), a(:, 1) > 1.1d0, x(:n)**2)
  z = z*sum(pack(a, mask, x)*x)
end subroutine spread_out
!=== UNPACK of integers and logicals, and in place
! routine = "spread_numbers"
! arguments = ["n: int32", "k: int32(n)", "x: float64(n)", "y: float64(n)"]
! wrt = ["x"]
! of = ["x", "y"]
! sizes = { n = 6 }
! inputs = { k = { values = [3, 1, 2, 6, 4, 5] } }
subroutine spread_numbers(n, k, x, y)
  integer :: n, k(n), j(n), i
  real(8) :: x(n), y(n)
  logical :: held(n)
  j = unpack(k, x > 0.7d0, [(n + 1 - i, i = 1, n)])
  held = unpack(x > 1d0, k > 2, .false.)
  y = 0
  do i = 1, n
    if (held(i)) y(i) = x(j(i))**2
  end do
  x = unpack(x, k > 3, -x)
  x = pack(x, k < 5, x)
end subroutine spread_numbers
!=== UNPACK of a vector with as many elements as the mask holds
! routine = "as_many"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.8, high = 1.4 } }
subroutine as_many(n, x, y)
  integer :: n
  real(8) :: x(n), y(n)
  y = unpack(x(:n - 1), x > minval(x), x**2)
end subroutine as_many
!=== zeros before the first bit that is 1, and bits of all elements
! routine = "bits_of_all"
! arguments = ["n: int32", "k: int32(n)", "x: float64(n)", "y: float64(7, n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
! inputs = { k = { values = [12, 3, 2147483647, 6, -64] } }
subroutine bits_of_all(n, k, x, y)
  integer :: n, k(n), i, j(3, 2), m
  real(8) :: x(n), y(7, n)
  j = reshape([k(1), k(2), -k(1), 7, n, 12], [3, 2])
  do i = 1, n
    m = max(k(i), -2147483647)
    y(1, i) = leadz(k(i))*x(i) + leadz(-m) + leadz(0)
    y(2, i) = trailz(k(i))*x(i)**2 + trailz(0) + trailz(-8*i)
    y(3, i) = iall(k)*x(i) + iany(k)
    y(4, i) = iparity(k)*x(i) + iparity(j)
    y(5, i) = sum(iany(j, 2))*x(i) + sum(iall(j, dim=1))
    y(6, i) = x(trailz(i) + 1)
    y(7, i) = leadz(n) + iany(k(1:0)) + iall(k(1:0))*x(i)
  end do
end subroutine bits_of_all

!=== arrays by sections and in sequence
! routine = "sections"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "b: float64(n,m,3)", "s: float64 out"]
! wrt = ["a", "b"]
! of = ["a", "s"]
! sizes = { n = 4, m = 3 }
subroutine sections(n, m, a, b, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), b(n, m, 3)
  real(8), intent(out) :: s
  integer :: j
  do j = 1, m
    call column(n, a(1, j))          ! a column, by its first element
    call column(n - 1, a(2, j))      ! the end of one
  end do
  call column(n, b(:, 2, 3))
  call matrix(n, m, b(1, 1, 2))      ! a slab
  call matrix(n, 2, a)               ! its first columns
  call line(n * m, a)                ! all of it as one line
  call column(m, a(1, :))            ! a row: elements that lie apart
  s = sum(a) + sum(b)
contains
  subroutine column(k, x)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(k)
    integer :: i
    do i = 2, k
      x(i) = x(i) * x(i - 1)
    end do
  end subroutine column
  subroutine matrix(k, l, x)
    integer, intent(in) :: k, l
    real(8), intent(inout) :: x(k, l)
    x(:, 2) = x(:, 1) + sin(x(:, 2))
  end subroutine matrix
  subroutine line(k, x)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(k)
    x = x * 1.5d0
    x(k) = x(1)
  end subroutine line
end subroutine sections
!=== numbers by reference, written and read again
! routine = "numbers"
! arguments = ["x: float64", "y: float64", "a: float64(3)", "s: float64 out"]
! wrt = ["x", "y", "a"]
! of = ["s", "a", "x"]
subroutine numbers(x, y, a, s)
  implicit none
  real(8), intent(inout) :: x, y, a(3)
  real(8), intent(out) :: s
  real(8) :: t
  call exchange(x, y)
  call exchange(a(1), a(3))
  call step(x, a(2), t)
  call step(t, t, s)
  call step(s, 2 * x + t, a(1))
  call step(a(1), (x), s)
contains
  subroutine exchange(p, q)
    real(8), intent(inout) :: p, q
    real(8) :: r
    r = p
    p = q
    q = r * 2
  end subroutine exchange
  subroutine step(p, by, q)
    real(8), intent(in) :: p, by
    real(8), intent(out) :: q
    q = p * by + sin(p)
  end subroutine step
end subroutine numbers
!=== modules hold what routines use
! routine = "driver"
! module = "held"
! arguments = ["n: int32", "u: float64(n)", "c: float64 outside", "w: float64(4) outside", "k: int32 outside"]
! declarations = """
! use held, only: c, w, k
! """
! wrt = ["u", "c", "w"]
! of = ["u", "w"]
! sizes = { n = 3, k = 2 }
module held
  implicit none
  real(8) :: c, w(4)
  integer :: k
contains
  subroutine driver(n, u)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    integer :: i
    do i = 1, k
      call advance(n, u)
    end do
    call scale_by(w(1), n, u)
  end subroutine driver
  subroutine advance(n, v)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    v = v * c + w(k)
    w(1) = w(1) + v(n)
    call inner(v(1))
  end subroutine advance
  subroutine inner(z)
    real(8), intent(inout) :: z
    z = z * w(1) + c
    c = c * 1.1d0
  end subroutine inner
  subroutine scale_by(f, n, v)     ! f is a part of what it uses otherwise
    integer, intent(in) :: n
    real(8), intent(in) :: f
    real(8), intent(inout) :: v(n)
    v = v * f
    w(1) = w(1) + 1
    v = v * f
  end subroutine scale_by
end module held
!=== loops that do not run, empty arrays, branches on data
! routine = "paths"
! arguments = ["n: int32", "m: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s", "a"]
! sizes = { n = 4, m = 2 }
! edges = [{ m = 0 }, { n = 1 }]
subroutine paths(n, m, a, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, m
    if (a(1) > 0.9d0 + 0.1d0 * i) then
      call shrink(n, a)
      s = s + total(n, a)
    else
      s = s + total(n - 1, a)
    end if
  end do
  if (early(n, a) > 1) s = s * 2
contains
  subroutine shrink(k, x)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(k)
    real(8) :: most
    most = maxval(x)
    do while (most > 1)
      x = x * 0.7d0
      most = maxval(x)
    end do
  end subroutine shrink
  function total(k, x)
    integer, intent(in) :: k
    real(8), intent(in) :: x(k)
    real(8) :: total
    integer :: j
    total = 0
    do j = 1, k
      total = total + x(j)**2
    end do
  end function total
  function early(k, x) result(found)
    integer, intent(in) :: k
    real(8), intent(in) :: x(k)
    real(8) :: found
    integer :: j
    found = x(1)
    do j = 2, k
      if (x(j) < 0.8d0) return
      found = found + x(j)
    end do
  end function early
end subroutine paths
!=== logical, optional and single precision arguments
! routine = "kinds"
! module = "kinds_of"
! arguments = ["n: int32", "x: float32(n)", "flag: bool", "y: float32(n) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 3 }
! inputs = { flag = { values = true } }
! also = [{ flag = { values = false } }]
module kinds_of
  implicit none
contains
  subroutine kinds(n, x, flag, y)
    integer, intent(in) :: n
    real(4), intent(in) :: x(n)
    logical, intent(in) :: flag
    real(4), intent(out) :: y(n)
    call changed(n, x, y, flag)
    call changed(n, y * 2, y, by=x(1))
    call changed(n, x, y, .not. flag, 0.5e0)
  end subroutine kinds
  subroutine changed(n, x, y, up, by)
    integer, intent(in) :: n
    real(4), intent(in) :: x(n)
    real(4), intent(inout) :: y(n)
    logical, intent(in), optional :: up
    real(4), intent(in), optional :: by
    y = x * x
    if (present(up)) then
      if (up) y = y + sin(x)
    end if
    if (present(by)) y = y * by
  end subroutine changed
end module kinds_of
!=== one array for two dummies
! routine = "twice"
! arguments = ["n: int32", "u: float64(n)", "s: float64 out"]
! wrt = ["u"]
! of = ["s", "u"]
! sizes = { n = 3 }
subroutine twice(n, u, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: s
  s = product_of(n, u, u)
  s = s + product_of(n - 1, u(2), u(1))
  u = u * s
contains
  function product_of(k, x, y)
    integer, intent(in) :: k
    real(8), intent(in) :: x(k), y(k)
    real(8) :: product_of
    integer :: i
    product_of = 0
    do i = 1, k
      product_of = product_of + x(i) * y(i)
    end do
  end function product_of
end subroutine twice
!=== locals of routines are new in each call
! routine = "fresh"
! arguments = ["n: int32", "u: float64(n)"]
! wrt = ["u"]
! of = ["u"]
! sizes = { n = 4 }
subroutine fresh(n, u)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n)
  real(8) :: w(n), v(n)
  integer :: i
  call fill(n, u, w)
  call fill(n, w, v)
  do i = 1, 2
    call fill(n, v, w)
    u = u + w * v
  end do
contains
  subroutine fill(k, x, y)
    integer, intent(in) :: k
    real(8), intent(in) :: x(k)
    real(8), intent(out) :: y(k)
    real(8) :: work(k)
    integer :: j
    work(1) = x(1)
    do j = 2, k
      work(j) = work(j - 1) * x(j)
    end do
    do j = 1, k
      y(j) = work(k + 1 - j)
    end do
  end subroutine fill
end subroutine fresh
!=== integers that a routine changes, and sizes that change with the caller's loop
! routine = "counts"
! arguments = ["n: int32", "u: float64(n)", "s: float64 out"]
! wrt = ["u"]
! of = ["s"]
! sizes = { n = 4 }
subroutine counts(n, u, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: s
  integer :: k, i
  k = 1
  s = 0
  do i = 1, 2
    call next(k, s, u(1))
    s = s + part(i, u)
  end do
  s = s + part(n, u) * k + at(n, u, 2) + at(n, u, n - 1)
contains
  subroutine next(k, s, by)
    integer, intent(inout) :: k
    real(8), intent(inout) :: s
    real(8), intent(in) :: by
    k = k + 1
    s = s * by + k
  end subroutine next
  function part(k, x)
    integer, intent(in) :: k
    real(8), intent(in) :: x(k)
    real(8) :: part
    part = sum(sin(x))
  end function part
  function at(k, x, j)
    integer, intent(in) :: k, j
    real(8), intent(in) :: x(k)
    real(8) :: at
    at = x(j)**2 + j
  end function at
end subroutine counts

!=== optional arguments handed on
! routine = "handed_on"
! module = "handed_mod"
! arguments = ["x: float64", "w: float64(n)", "y: float64 out"]
! wrt = ["x", "w"]
! of = ["y"]
! sizes = { n = 3 }
module handed_mod
  implicit none
contains
  subroutine handed_on(x, w, y)
    real(8), intent(in) :: x, w(:)
    real(8), intent(out) :: y
    y = outer(x) + outer(x, w) + outer(x, scale=3d0)
  end subroutine handed_on
  function outer(x, w, scale) result(r)
    real(8), intent(in) :: x
    real(8), intent(in), optional :: w(:), scale
    real(8) :: r
    r = inner(x, w=w, s=scale)
  end function outer
  function inner(x, s, w) result(r)
    real(8), intent(in) :: x
    real(8), intent(in), optional :: s, w(:)
    real(8) :: r, used
    used = 1.5d0
    if (present(s)) used = s
    r = used * x**2
    if (present(w)) r = r + sum(w) * x
  end function inner
end module handed_mod
!=== precedence of operators
! routine = "precedence"
! arguments = ["p: bool", "q: bool", "x: float64", "y: float64", "r: float64(8)"]
! wrt = ["x", "y"]
! of = ["r"]
! inputs = { p = { values = true }, q = { values = false } }
! also = [{ p = { values = false }, q = { values = true } }, { p = { values = false }, q = { values = false } }]
subroutine precedence(p, q, x, y, r)
  implicit none
  logical, intent(in) :: p, q
  real(8), intent(in) :: x, y
  real(8), intent(out) :: r(8)
  r = x
  if (p .or. q .and. x > 10) r(1) = y
  if (.not. p .and. q) r(2) = y * x
  if (x + y > 2 * x .eqv. p) r(3) = y / x
  if (p .neqv. q .or. p) r(4) = 2 * y
  r(5) = -x**2 + x**2**(-1) * y - 2 * y / x * 3
  r(6) = -x * y - (-x)**2 / (-y)
  r(7) = x - y - x * 2 - (x - (y - x))
  r(8) = x / y / x / 2 + x / (y / x) + 2**3**0.5d0 * x
  if (.not. (p .eqv. q) .and. .true.) r(8) = r(8) + y
end subroutine precedence
!=== intents out of parts of arrays
! routine = "part_out"
! module = "part_mod"
! arguments = ["a: float64(n,m)", "b: float64(m)"]
! wrt = ["a", "b"]
! of = ["a", "b"]
! sizes = { n = 4, m = 5 }
module part_mod
  implicit none
contains
  subroutine part_out(a, b)
    real(8), intent(inout) :: a(:, :), b(:)
    integer :: j
    do j = 1, size(a, 2)
      call column(a(:, j), b(j))
    end do
    call column(b, a(2, 2))
    call corner(a(3:, 4:))
    call corner(a(4:3:-1, 1:3:2))
    call twice(a)
  end subroutine part_out
  subroutine column(x, s)
    real(8), intent(inout) :: x(:)
    real(8), intent(out) :: s
    s = x(1) * x(size(x))
    x(2:) = x(2:) * s
  end subroutine column
  subroutine corner(c)
    real(8), intent(inout) :: c(2, 2)
    real(8) :: t
    t = c(1, 2)
    c(1, 2) = c(2, 1) * c(1, 1)
    c(2, 1) = t
  end subroutine corner
  elemental subroutine twice(x)
    real(8), intent(inout) :: x
    x = 2 * x * x
  end subroutine twice
end module part_mod
!=== loops within selections within loops
! routine = "tangled"
! either = true
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5, m = 4 }
subroutine tangled(n, m, a, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: s
  integer :: i, j, k
  s = 1
  rows: do i = 1, n
    j = 0
    do while (j < m)
      j = j + 1
      select case (mod(i + j, 3))
      case (0)
        if (a(i, j) > 1d0) cycle
        s = s + a(i, j)
      case (1)
        do k = 1, 3
          if (k == j) exit
          s = s * a(i, k)
        end do
      case default
        if (s > 3d0) exit rows
        if (a(i, j) < 0.4d0) cycle rows
        s = s + a(i, j)**2
      end select
      if (s < 0.01d0) then
        s = s + 1
        exit
      end if
    end do
  end do rows
end subroutine tangled
!=== reductions of three dimensions
! routine = "reduce_three"
! arguments = ["a: float64(2,3,4)", "b: float64(2,4)", "c: float64(3,4)", "d: float64(2,3)", "s: float64(5)"]
! wrt = ["a"]
! of = ["b", "c", "d", "s"]
subroutine reduce_three(a, b, c, d, s)
  implicit none
  real(8), intent(in) :: a(2, 3, 4)
  real(8), intent(out) :: b(2, 4), c(3, 4), d(2, 3), s(5)
  real(8) :: f(24), g(4, 6)
  b = sum(a, dim=2) * maxval(a, 2)
  c = product(a, dim=1)
  d = minval(a, dim=3) + sum(a(:, :, 2:), 3)
  f = reshape(a, [24])
  g = reshape(a, [4, 6])
  s(1) = f(7) * f(20)
  s(2) = g(3, 2) * g(1, 6)
  s(3) = sum(sum(a, 1)) * sum(g(2, :))
  s(4) = dot_product(f(1:9:2), f(10:2:-2))
  s(5) = sum(reshape(f * 2, [2, 12]) * spread([1d0, 2d0], 2, 12))
end subroutine reduce_three
!=== nested constructors and constant tables
! routine = "tables"
! arguments = ["x: float64", "a: float64(4)", "y: float64(6)", "s: float64 out"]
! wrt = ["x", "a"]
! of = ["y", "s"]
subroutine tables(x, a, y, s)
  implicit none
  real(8), intent(in) :: x, a(4)
  real(8), intent(out) :: y(6), s
  real(8), parameter :: weight(0:3) = [0.5d0, 1d0, 1d0, 0.25d0]
  real(8), parameter :: rule(2, 3) = reshape([1d0, 2d0, 3d0, 4d0, 5d0, 6d0], [2, 3])
  integer :: i, j
  y = [((x * i * j + rule(i, j), i = 1, 2), j = 1, 3)]
  s = 0
  do i = 0, 3
    s = s + weight(i) * a(i + 1)**2
  end do
  do j = 1, 3
    s = s + rule(2, j) * x * y(2 * j - 1)
  end do
  s = s * sum(rule(1, :)) + dot_product(weight, a)
end subroutine tables
!=== tables of subscripts
! routine = "lattice"
! arguments = ["f: float64(5,n)", "g: float64(5,n)"]
! wrt = ["f"]
! of = ["g"]
! sizes = { n = 7 }
! module = "lattice_mod"
! either = true
module lattice_mod
  implicit none
  integer, parameter :: step(5) = [0, 1, -1, 2, -2], opposite(5) = [1, 3, 2, 5, 4]
contains
  subroutine lattice(f, g)
    real(8), intent(in) :: f(:, :)
    real(8), intent(out) :: g(:, :)
    integer :: i, k
    g = 0
    do i = 3, size(f, 2) - 2
      do k = 1, 5
        g(opposite(k), i) = f(k, i - step(k))**2
      end do
    end do
    g(:, 1) = f([3, 1, 2, 5, 4], 2)
  end subroutine lattice
end module lattice_mod
!=== masks in sections with other bounds
! routine = "masked_sections"
! arguments = ["n: int32", "a: float64(n+2)", "b: float64(n)", "s: float64 out"]
! wrt = ["a", "b"]
! of = ["a", "b", "s"]
! sizes = { n = 5 }
subroutine masked_sections(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(0:n + 1), b(n)
  real(8), intent(out) :: s
  logical :: wet(0:n + 1)
  integer :: i
  wet = a > 0.7d0
  where (wet(1:n) .and. .not. wet(0:n - 1))
    b = a(2:n + 1) * b
  elsewhere (wet(2:))
    b = a(0:n - 1)
  end where
  where (a(1:n) > b) a(1:n) = halved(b)
  s = sum(b, mask=wet(1:n)) + count(wet) * sum(a)
  do concurrent (i = 1:n, wet(i))
    b(i) = b(i) * a(i + 1)
  end do
  if (all(b > 0)) s = s * b(1)
contains
  elemental function halved(x)
    real(8), intent(in) :: x
    real(8) :: halved
    if (x > 1) then
      halved = x / 2
    else
      halved = x * x
    end if
  end function halved
end subroutine masked_sections
!=== the host's variables in two ways
! routine = "two_ways"
! arguments = ["x: float64", "y: float64"]
! wrt = ["x", "y"]
! of = ["x", "y"]
! either = true
subroutine two_ways(x, y)
  implicit none
  real(8), intent(inout) :: x, y
  call mix(x)
  y = y * x
contains
  subroutine mix(a)
    real(8), intent(inout) :: a
    a = a * y
    x = x + a
    a = a * x
  end subroutine mix
end subroutine two_ways
!=== locals of callees are fresh
! routine = "fresh_locals"
! module = "fresh_mod"
! arguments = ["n: int32", "x: float64(n)", "s: float64 out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 4 }
module fresh_mod
  implicit none
contains
  subroutine fresh_locals(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
    do i = 1, n
      s = s + prefix(i, x) * prefix(n, x * i)
    end do
  end subroutine fresh_locals
  recursive function prefix(n, x) result(p)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8) :: p, work(n), s
    integer :: i
    work(1) = x(1)
    s = 0
    do i = 2, n
      work(i) = work(i - 1) + x(i)**2
      s = s + work(i) * work(i - 1)
    end do
    p = s + work(n)
  end function prefix
end module fresh_mod
!=== modules that hold state
! routine = "stateful"
! module = "state_mod"
! arguments = ["x: float64(3)", "s: float64 out", "history: float64(3,2) outside", "total: float64 outside", "calls: int32 outside"]
! declarations = "use state_mod, only: history, total, calls"
! wrt = ["x", "history", "total"]
! of = ["s", "history", "total"]
! sizes = { calls = 3 }
module state_mod
  implicit none
  real(8) :: history(3, 2), total = 0
  integer :: calls = 0
contains
  subroutine stateful(x, s)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: s
    call push(x)
    call push(2 * history(:, 1))
    s = total * calls + sum(history(:, 2) * x)
  end subroutine stateful
  subroutine push(x)
    real(8), intent(in) :: x(3)
    history(:, 2) = history(:, 1) * x
    history(:, 1) = x
    total = total + sum(history)
  end subroutine push
end module state_mod
!=== power laws of single and double precision
! routine = "both_kinds"
! arguments = ["a: float32(n)", "b: float64(n)", "n: int32", "s: float32 out", "t: float64 out"]
! wrt = ["a", "b"]
! of = ["s", "t"]
! sizes = { n = 5 }
subroutine both_kinds(a, b, n, s, t)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  double precision, intent(in) :: b(n)
  real, intent(out) :: s
  double precision, intent(out) :: t
  real :: w(n)
  w = a**2 * b
  s = sum(w) + dot_product(a, w) / 3 + maxval(a)
  t = sum(a * b) + sum(real(a, 8)) + dot_product(b, a) + max(b(1), dble(a(1))) * 0.1
  t = t + sqrt(s) + merge(1.0, 2.0, n > 3) * b(2) + 0.1d0 * b(3) + real(0.1d0) * b(4)
end subroutine both_kinds
!=== modules that count
! routine = "counting"
! module = "count_mod"
! arguments = ["x: float64", "s: float64 out", "calls: int32 outside"]
! declarations = "use count_mod, only: calls"
! wrt = ["x"]
! of = ["s"]
! sizes = { calls = 3 }
! either = true
module count_mod
  implicit none
  integer :: calls = 0
contains
  subroutine counting(x, s)
    real(8), intent(in) :: x
    real(8), intent(out) :: s
    call tick
    s = x**2 * calls
    call tick
    s = s + x * calls
  end subroutine counting
  subroutine tick
    calls = calls + 1
  end subroutine tick
end module count_mod
!=== nested loops of all kinds with counted bounds
! routine = "tangled_bounds"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5, m = 4 }
subroutine tangled_bounds(n, m, a, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: s
  integer :: i, j, k
  s = 1
  rows: do i = 1, n
    columns: do j = 1, m
      select case (mod(i + j, 3))
      case (0)
        if (a(i, j) > 1d0) cycle
        s = s + a(i, j)
      case (1)
        do k = 1, 3
          if (k == j) exit
          s = s * a(i, k)
          if (s > 20d0) cycle rows
        end do
      case default
        if (s > 30d0) exit rows
        if (a(i, j) < 0.4d0) exit columns
        s = s + a(i, j)**2
      end select
    end do columns
    s = s + 1
  end do rows
end subroutine tangled_bounds
!=== merge picks a subscript
! routine = "circular"
! arguments = ["n: int32", "u: float64(n)", "v: float64(n)"]
! wrt = ["u"]
! of = ["v"]
! sizes = { n = 7 }
! edges = [{ n = 1 }]
subroutine circular(n, u, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: v(n)
  integer :: i, next, last
  do i = 1, n
    next = merge(1, i + 1, i == n)
    last = merge(mask=i > 1, fsource=n, tsource=i - 1)
    v(i) = u(i) * (u(next) - merge(2.0d0, 3.0d0, u(i) > 1.0d0) * u(last))
  end do
end subroutine circular
!=== leaving a named branch that no loop is around
! routine = "leaving"
! arguments = ["k: int32", "x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { k = 2 }
! edges = [{ k = 0 }, { k = 3 }]
subroutine leaving(k, x, y)
  implicit none
  integer, intent(in) :: k
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  positive: if (k > 0) then
    y = y * x
    choice: select case (k)
    case (2)
      if (x > 0) exit choice
      y = 0
    case default
      if (y < 100) exit positive
    end select choice
    y = y + x
  end if positive
  y = 2 * y
end subroutine leaving
!=== elements that are read and never set are zero
! routine = "unset"
! arguments = ["n: int32", "x: float64(n)", "y: float64"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 5 }
! edges = [{ n = 2 }, { n = 9 }]
subroutine unset(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  real(8) :: w(12), z(3, 12), t, never
  integer :: i, k
  do k = 1, 2
    do i = 1, n - 1
      w(i) = x(i) * x(i + 1) + w(i + 1)
      z(2, i) = sin(w(i)) * k
    end do
    if (x(1) > 2d0) t = x(2)
    y = y + sum(w(1:n) * x) + sum(z(:, :n)) * y + t * never
  end do
end subroutine unset
!=== counters that advance before a step is cut short
! routine = "cut_short"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
! edges = [{ n = 2 }, { n = 3 }]
subroutine cut_short(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  integer :: i, j
  s = 0.3d0
  i = 0
  outer: do while (i < n)
    i = i + 1
    if (a(i) > 0.6d0 .and. a(i) < 0.9d0) cycle
    s = s + 0.5d0*a(i)
    j = 0
    do
      j = j + 1
      if (j > min(n, 3)) exit
      if (s*j > 2.0d0) cycle outer
      if (a(j) > 1.1d0) cycle
      s = s + 0.2d0*a(j)*a(i)*j
    end do
  end do outer
  s = s*i
end subroutine cut_short
!=== subscripts that go round
! routine = "go_round"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)"]
! wrt = ["a"]
! of = ["b"]
! sizes = { n = 5 }
! edges = [{ n = 1 }, { n = 2 }]
subroutine go_round(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = a(modulo(i - 2, n) + 1)**2 - 2*a(i)*a(mod(i, n) + 1)
  end do
end subroutine go_round
!=== an array that is assigned to itself alone
! routine = "to_itself"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["a", "s"]
! sizes = { n = 3 }
subroutine to_itself(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(out) :: s
  a(:) = a(1:n)
  s = sum(a**2)
end subroutine to_itself
!=== subscripts where nothing ever gets to
! routine = "out_of_reach"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 4 }
! edges = [{ n = 2 }]
subroutine out_of_reach(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0.5d0
  do i = 2, n
    goto (10, 20), 1 + n
    s = s + a(i)*a(i - 1)
    cycle
 10 continue
    s = s*a(n - 1)
    cycle
 20 continue
    s = s + 2*a(n - 1)
  end do
end subroutine out_of_reach
!=== parts of a matrix from an element on, the last column of which is there in part
! routine = "in_the_corner"
! arguments = ["n: int32", "k: int32", "e: int32", "a: float64(n + 1, n)", "x: float64(n)"]
! wrt = ["a", "x"]
! of = ["a"]
! sizes = { n = 4, k = 2, e = 3 }
subroutine in_the_corner(n, k, e, a, x)
  implicit none
  integer, intent(in) :: n, k, e
  real(8), intent(inout) :: a(n + 1, n), x(n)
  call scaled(n, n - 1, a(2, 2), n + 1, x)
  call handed(n - 1, a(2, 2), n + 1, x, k)
  call last(n, a, n + 1, x, e)
contains
  subroutine scaled(m, l, b, ldb, v)
    integer :: m, l, ldb, i, j
    real(8) :: b(ldb, *), v(*)
    do j = 1, l
      do i = 1, m
        b(i, j) = b(i, j)*v(j) + b(m, l)*v(i)
      end do
    end do
  end subroutine
  subroutine handed(m, b, ldb, v, p)
    integer :: m, ldb, p, j
    real(8) :: b(ldb, *), v(*)
    call scaled(m, m - 1, b(2, 2), ldb, v)
    call along(m, b(1, m), v)
    call deep(m - 1, b(2, 1), ldb, v)
    j = maxloc(v(1:m), 1)
    b(1, m) = b(p, 1)*b(j, 1) + b(m, m)**2
  end subroutine
  subroutine along(m, c, v)
    integer :: m, i
    real(8) :: c(*), v(*)
    do i = 1, m
      c(i) = c(i)*(1 + v(1)*i)
    end do
  end subroutine
  subroutine deep(m, c, ldc, v)
    integer :: m, ldc
    real(8) :: c(ldc, 1, *), v(*)
    c(m, 1, m) = c(m, 1, m) + v(1)*c(1, 1, 1)
  end subroutine
  subroutine last(m, b, ldb, v, q)
    integer :: m, ldb, q
    real(8) :: b(ldb, *), v(*)
    if (q > 0) call beyond(m, b(2, 2), ldb, v, q)
  end subroutine
  subroutine beyond(m, b, ldb, v, q)
    integer :: m, ldb, q
    real(8) :: b(ldb, *), v(*)
    b(q, m - 1) = v(1)**2
  end subroutine
end subroutine in_the_corner
!=== whether an array is allocated before, between and behind
! routine = "asked_for"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 3 }
subroutine asked_for(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:)
  y = x(1)**3
  if (allocated(w)) y = y*x(2)
  if (.not. allocated(w)) allocate(w(n))
  w = x**2
  if (allocated(w)) y = y + sum(w)
  deallocate(w)
  if (allocated(w)) y = y*x(3)
  call taken
contains
  subroutine taken
    real(8), allocatable :: v(:), u(:)
    v = x
    call move_alloc(v, u)
    if (allocated(v)) y = y*x(1)
    if (allocated(u)) y = y*u(2)
  end subroutine
end subroutine asked_for
!=== masks of one assignment that read what it writes, at other elements and as a whole
! routine = "own_masks"
! arguments = ["n: int32", "a: float64(n + 1, n)", "x: float64(n)"]
! wrt = ["a", "x"]
! of = ["a", "x"]
! sizes = { n = 5 }
! edges = [{ n = 1 }]
subroutine own_masks(n, a, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n + 1, n), x(n)
  where (x(n:1:-1) > x) x = x*x(n:1:-1)
  where (a(1:n, :) > a(2:n+1, :)) a(2:n+1, :) = a(1:n, :)*2
  where (a > sum(a)/size(a)) a = a/maxval(a) + sum(x)
  where (bent(a(1, :)) > 1) a(1, :) = bent(x)*a(n+1, :)
contains
  function bent(v) result(r)
    real(8), intent(in) :: v(n)
    real(8) :: r(n)
    r = v(n:1:-1)**2 + v
  end function bent
end subroutine own_masks

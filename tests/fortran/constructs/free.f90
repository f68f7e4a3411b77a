!=== continuations, semicolons and case
! routine = "free_form"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)"]
! wrt = ["a"]
! of = ["b"]
! sizes = { n = 5 }
SubRoutine Free_Form(N, a, B)
  integer, intent(in) :: n ! a comment
  real(kind=8), intent(in) :: A(n); real(8) :: b(n)
  integer :: i; real(8) :: long_&
      &name
  do i = 1, n; LONG_NAME = a(i) * &   ! behind an ampersand

      ! a whole line
      & a(I)
    b(i) = sin(long_name) &
         + 2.0d0 * a(i)
  end do
end subroutine FREE_FORM
!=== labels and goto in free form
! routine = "free_labels"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 6 }
subroutine free_labels(n, a, s)
  implicit none
  integer :: n, i
  double precision :: a(n), s
  s = 0
  do 10 i = 1, n
    if (a(i) > 1.0) go to 10
    s = s + a(i)**2
10 continue
  if (s > 100) goto 99
  s = s * a(1)
99 end subroutine
!=== end keywords glued and bare
! routine = "ends"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
subroutine ends(x, y)
  doubleprecision x, y
  if (x > 0.5d0) then
    y = x
  elseif (x > 0.3d0) then
    y = x*x
  endif
  if (x > 2d0) y = 0
  do i = 1, 3
    y = y*x
  enddo
end
!=== old-style declarations without double colons
! routine = "old_style"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)"]
! wrt = ["a"]
! of = ["b"]
! sizes = { n = 4 }
subroutine old_style(n, a, b)
  integer n
  real*8 a(n), b
  dimension b(n)
  real(8) t
  parameter (two = 2.0)
  do i = 1, n
    t = a(i)
    b(i) = two*t*t
  end do
end subroutine
!=== precision by kinds
! routine = "by_kinds"
! module = "kinds_mod"
! arguments = ["a: float64", "b: float32", "c: float64", "d: float64", "y: float64 out", "k: int64"]
! wrt = ["a", "b", "c", "d"]
! of = ["y"]
! sizes = { k = 3 }
module kinds_mod
  use, intrinsic :: iso_fortran_env, only: int64, real32, r64 => real64
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: dp = selected_real_kind(15, 307), sp = selected_real_kind(p=6)
  integer, parameter :: wide = kind(1.0d0), i8 = selected_int_kind(15)
contains
  subroutine by_kinds(a, b, c, d, y, k)
    real(dp), intent(in) :: a
    real(real32), intent(in) :: b
    real(c_double), intent(in) :: c
    real(kind=wide), intent(in) :: d
    real(r64), intent(out) :: y
    integer(int64), intent(in) :: k
    real(sp) :: s
    integer(i8) :: j
    s = b * 1.5_sp
    j = k * 2_i8
    y = a * b + c**k * 2.0_dp + d * real(s, dp) + real(j, kind=dp) * 1.0e-1_r64 * a * d
  end subroutine by_kinds
end module kinds_mod
!=== attributes in any order
! routine = "attributes"
! arguments = ["n: int32", "a: float64(n,2)", "b: float64(n)", "c: float64(n,2)"]
! wrt = ["a", "b"]
! of = ["c"]
! sizes = { n = 4 }
subroutine attributes(n, a, b, c)
  implicit none
  intent(in) :: a, b
  real(8), dimension(n, 2) :: a, c
  real(8) :: b
  dimension :: b(n)
  integer, intent(in) :: n
  intent(out) c
  real(8), dimension(3) :: t, u
  integer :: i
  target :: t
  do i = 1, n
    t(1) = a(i, 1)
    t(2:3) = a(i, 2)
    u = 2
    c(i, 1) = t(1) * t(3) * u(1)
    c(i, 2) = b(i) * t(2)
  end do
end subroutine attributes
!=== lower bounds other than one
! routine = "bounds"
! arguments = ["n: int32", "m: int32", "a: float64(n+1,m)", "b: float64(n+1,m)", "c: float64(4)"]
! wrt = ["a", "c"]
! of = ["b"]
! sizes = { n = 4, m = 3 }
subroutine bounds(n, m, a, b, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(0:n, -1:m - 2), c(-3:0)
  real(8), intent(out) :: b(0:n, 2:*)
  real(8) :: w(-n:0)
  integer :: i, j
  do j = 2, m + 1
    w = a(:, j - 3)
    do i = 0, n
      b(i, j) = w(-i) * a(n - i, m - j) * c(-1) + c(lbound(c, 1)) * c(ubound(c, 1))
    end do
  end do
end subroutine bounds
!=== assumed shape with its own lower bounds
! routine = "assumed_shape"
! module = "assumed_mod"
! arguments = ["a: float64(n,m)", "b: float64(m)"]
! wrt = ["a"]
! of = ["b"]
! sizes = { n = 5, m = 3 }
module assumed_mod
contains
  subroutine assumed_shape(a, b)
    real(8), intent(in) :: a(0:, :)
    real(8), intent(out) :: b(:)
    integer :: i, j
    do j = lbound(a, 2), ubound(a, 2)
      b(j) = 0
      do i = 0, size(a, 1) - 1
        b(j) = b(j) + a(i, j) * a(ubound(a, dim=1), j)
      end do
    end do
    b = b * size(a)
  end subroutine assumed_shape
end module assumed_mod
!=== automatic and allocatable local arrays
! routine = "local_arrays"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 4, m = 3 }
subroutine local_arrays(n, m, a, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: s
  real(8) :: auto(n + 1, 0:m)
  real(8), allocatable :: heap(:, :), again(:), whole(:)
  integer :: stat
  auto(1:n, 1:m) = a * a
  auto(n + 1, :) = 1.5d0
  auto(:, 0) = 2
  allocate (heap(0:n, m), stat=stat)
  heap = auto(:, 1:) * auto(:, :m - 1)
  allocate (again(m), source=0d0)
  again = heap(n, :) + heap(1, :)
  s = sum(again) * heap(0, 1)
  deallocate (again)
  allocate (again(n))
  again = heap(1:n, 2)
  whole = again**2
  s = s + sum(whole) + size(whole)
end subroutine local_arrays
!=== whole arrays and sections
! routine = "sections"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "b: float64(n,m)", "c: float64(m)"]
! wrt = ["a", "c"]
! of = ["b"]
! sizes = { n = 6, m = 5 }
subroutine sections(n, m, a, b, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: b(n, m)
  real(8), intent(in), dimension(m) :: c
  b = 0
  b(2:n - 1, :) = a(1:n - 2, :) * a(3:n, :)
  b(:, 1) = a(:, m)**2
  b(1, :) = c
  b(n, m:1:-1) = c * a(n, :)
  b(::2, 2) = a(2::2, 3)
  b(1:n:3, 3:4) = b(1:n:3, 3:4) + exp(-a(1:2, 1:2))
  b(2:, 2:) = b(2:, 2:) + b(:n - 1, :m - 1)
  b(n:2:-1, m) = b(1:n - 1, m)
end subroutine sections
!=== where and elsewhere
! routine = "wheres"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "b: float64(n,m)"]
! wrt = ["a", "b"]
! of = ["b"]
! sizes = { n = 4, m = 3 }
subroutine wheres(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: b(n, m)
  where (a > 0.7d0)
    b = b * a
  elsewhere (a > 0.5d0)
    b = a**2
  elsewhere
    b = b + a
  end where
  where (b < 1.0d0) b = b * b
  where (a(:, 1) > 0.6d0) b(:, 2) = sqrt(a(:, 3))
  where (b > 0.5d0)
    b = 1.0d0 / b
    where (a < 1.0d0)
      b = b * a
    end where
  end where
end subroutine wheres
!=== forall and do concurrent
! routine = "foralls"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "b: float64(n,m)"]
! wrt = ["a", "b"]
! of = ["b"]
! sizes = { n = 5, m = 4 }
subroutine foralls(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: b(n, m)
  integer :: i, j
  forall (i = 1:n, j = 1:m) b(i, j) = b(i, j) * a(n + 1 - i, j)
  forall (i = 2:n)
    b(i, 1) = b(i - 1, 1) + a(i, 1)
    b(i, 2) = b(i, 1) * a(i, 2)
  end forall
  forall (i = 1:n, j = 1:m, i /= j) b(i, j) = b(i, j)**2
  do concurrent (i = 1:n)
    b(i, 3) = b(i, 3) * a(i, 1)
  end do
  do concurrent (j = 2:m:2, i = 1:n - 1, i > j)
    b(i, j) = b(i, j) + a(i + 1, j - 1)
  end do
end subroutine foralls
!=== array constructors
! routine = "constructors"
! arguments = ["x: float64", "a: float64(4)", "b: float64(5)"]
! wrt = ["x", "a"]
! of = ["a", "b"]
subroutine constructors(x, a, b)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(inout) :: a(4)
  real(8), intent(out) :: b(5)
  real(8) :: w(3), table(2, 3)
  integer :: i
  w = (/ x, x**2, 1.0d0 /)
  a = [a(3:4), w(1), w(2) * a(1)]
  b = [(x * i + a(1), i = 1, 5)]
  table = reshape([w, 2 * w], [2, 3])
  a(1) = a(1) + table(1, 2) * table(2, 3) + sum([x, a(2)] * [2.0d0, 3.0d0])
  b(1:2) = [real(8) :: 1, 2] * x
end subroutine constructors
!=== select case
! routine = "selects"
! arguments = ["k: int32", "way: char", "x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { k = 2, way = 110 }
! edges = [{ k = 0 }, { k = 4 }, { k = 6 }, { k = 9, way = 78 }, { k = -7, way = 116 }, { k = 20, way = 88 }]
subroutine selects(k, way, x, y)
  implicit none
  integer, intent(in) :: k
  character(len=1), intent(in) :: way
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  pick: select case (k)
  case (:-1)
    y = x
  case (0, 2) pick
    y = x**2
  case (3:5, 7)
    y = sin(x)
  case (9:)
    y = exp(x)
  case default
    y = 2 * x
  end select pick
  select case (way)
  case ('n', 'N')
    y = y * x
  case ('t')
    y = y * x**2
  case default
    y = y + x
  end select
  if (way == 'N') y = 3 * y
  select case (k > 3)
  case (.true.)
    y = y * y
  case (.false.)
    y = y * x
  end select
end subroutine selects
!=== strings that select
! routine = "strings"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
subroutine strings(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = law('square', x) + law("it's ""cubic""", x)
contains
  function law(name, x) result(v)
    character(len=*), intent(in) :: name
    real(8), intent(in) :: x
    real(8) :: v
    select case (name)
    case ('square')
      v = x**2
    case ('it''s "cubic"')
      v = x**3
    case default
      v = 0
    end select
  end function law
end subroutine strings
!=== cycle, exit and named loops
! routine = "named_loops"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5, m = 4 }
subroutine named_loops(n, m, a, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: s
  integer :: i, j
  s = 0
  outer: do j = 1, m
    inner: do i = 1, n
      if (a(i, j) < 0.5d0) cycle
      if (a(i, j) > 1.3d0) cycle outer
      s = s + a(i, j)**2
      if (s > 9d0) exit outer
      if (i > j) exit inner
      if (s > 8d0) exit
    end do inner
    s = s * 1.1d0
  end do outer
  check: if (s > 1) then
    s = s + a(1, 1)
  end if check
end subroutine named_loops
!=== do while and endless do
! routine = "whiles"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
subroutine whiles(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer :: k
  y = x
  do while (y < 10)
    y = y * (1 + x)
  end do
  k = 0
  do
    k = k + 1
    if (k == 3) cycle
    if (k > 5) exit
    y = sqrt(y) * k
  end do
  do while (.false.)
    y = 0
  end do
end subroutine whiles
!=== block if with logical operators
! routine = "logicals"
! arguments = ["flag: bool", "x: float64", "z: float64", "y: float64 out"]
! wrt = ["x", "z"]
! of = ["y"]
! inputs = { flag = { values = true } }
! also = [{ flag = { values = false } }]
subroutine logicals(flag, x, z, y)
  implicit none
  logical, intent(in) :: flag
  real(8), intent(in) :: x, z
  real(8), intent(out) :: y
  logical :: big, both
  big = x > 0.8d0 .or. z >= 1d0
  both = big .and. flag
  y = x
  if (both .eqv. .true.) y = y * x
  if (big .neqv. flag) then
    y = y * z
  else if (.not. flag .and. x /= z) then
    y = y + z
  else
    if (x <= z) then
      y = y - z * x
    end if
  end if
  if (flag) then; y = 2 * y; else; y = 3 * y; end if
end subroutine logicals
!=== functions with result, prefixes and recursion of none
! routine = "functions"
! module = "functions_mod"
! arguments = ["x: float64", "y: float64"]
! result = "z: float64"
! wrt = ["x", "y"]
! of = ["z"]
module functions_mod
  implicit none
contains
  function functions(x, y) result(z)
    real(8), intent(in) :: x, y
    real(8) :: z
    z = plain(x) * typed(y) + el(x) * sum(el([x, y])) + of_two(b=x, a=y) + rotated([x, y], 1)
  end function functions
  function plain(t)
    real(8) :: plain
    real(8), intent(in) :: t
    plain = t * t
  end function plain
  pure double precision function typed(t)
    double precision, intent(in) :: t
    typed = sin(t)
  end function typed
  elemental function el(t) result(r)
    real(8), intent(in) :: t
    real(8) :: r
    r = exp(-t) * t
  end function el
  real(8) function of_two(a, b)
    real(8), intent(in) :: a, b
    of_two = a / b
  end function of_two
  function rotated(v, k) result(r)
    real(8), intent(in) :: v(:)
    integer, intent(in) :: k
    real(8) :: w(size(v)), r
    w(1:size(v) - k) = v(1 + k:)
    w(size(v)) = v(1)
    r = w(1)**2 * w(2)
  end function rotated
end module functions_mod
!=== internal procedures see their host
! routine = "hosted"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
subroutine hosted(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  real(8) :: factor
  integer :: i
  factor = a(1)
  s = 0
  do i = 1, n
    call add(a(i))
  end do
  factor = factor * 2
  call add(weighed(a(2)))
contains
  subroutine add(x)
    real(8), intent(in) :: x
    s = s + factor * x * a(n)
  end subroutine add
  function weighed(x)
    real(8), intent(in) :: x
    real(8) :: weighed
    integer :: i
    weighed = 0
    do i = 1, 3
      weighed = weighed + x**i
    end do
  end function weighed
end subroutine hosted
!=== module variables, use with only and renaming
! routine = "uses"
! module = "uses_mod"
! arguments = ["x: float64", "y: float64 out", "rate: float64 outside", "table: float64(2,3) outside", "count: int32 outside protected"]
! declarations = "use store_mod, only: rate, table"
! wrt = ["x", "rate", "table"]
! of = ["y", "table"]
! sizes = { count = 2 }
module store_mod
  implicit none
  real(8), public, save :: rate = 0.5d0
  real(8), dimension(2, 3) :: table
  real(8), parameter :: offset = 1.25d0
  real(8), private :: unused
  integer, protected :: count = 2
contains
  subroutine advance(by)
    real(8), intent(in) :: by
    table(:, 2) = table(:, 2) * by + rate
  end subroutine advance
end module store_mod
module between_mod
  use store_mod
  implicit none
end module between_mod
module uses_mod
  use store_mod, only: speed => rate, advance, o => offset
  use between_mod, only: t2 => table
  implicit none
contains
  subroutine uses(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call advance(x * speed)
    y = sum(t2) * x + o * speed
    call local_use(y)
  end subroutine uses
  subroutine local_use(y)
    use store_mod, only: count, rate
    real(8), intent(inout) :: y
    y = y * count + rate
  end subroutine local_use
end module uses_mod
!=== optional arguments and present
! routine = "optionals"
! module = "optionals_mod"
! arguments = ["x: float64", "w: float64(n)", "y: float64 out"]
! wrt = ["x", "w"]
! of = ["y"]
! sizes = { n = 3 }
module optionals_mod
  implicit none
contains
  subroutine optionals(x, w, y)
    real(8), intent(in) :: x, w(:)
    real(8), intent(out) :: y
    real(8) :: extra
    y = cost(x) + cost(x, scale=2d0) + cost(x, w) + cost(x, scale=x, weights=w(1:2))
    call note(y)
    call note(y, extra)
    y = y * extra
  end subroutine optionals
  function cost(x, weights, scale) result(c)
    real(8), intent(in) :: x
    real(8), intent(in), optional :: weights(:), scale
    real(8) :: c
    c = x**2
    if (present(weights)) then
      c = c * sum(weights)
    else
      c = c + 1
    end if
    if (present(scale)) c = c * scale
  end function cost
  subroutine note(y, where)
    real(8), intent(inout) :: y
    real(8), optional, intent(out) :: where
    y = y * 1.5d0
    if (.not. present(where)) return
    where = y**2
  end subroutine note
end module optionals_mod
!=== arguments as long as other arguments
! routine = "alike"
! module = "alike_mod"
! arguments = ["w: float64(n+m)", "x: float64(n,m)", "v: float64(m,n)", "y: float64 out"]
! wrt = ["w", "x", "v"]
! of = ["y"]
! sizes = { n = 3, m = 5 }
module alike_mod
  implicit none
contains
  subroutine alike(w, x, v, y)
    real(8), intent(in) :: x(:, :), v(ubound(x, 2), size(x, 1)), w(size(x, 1) + size(x, dim=2))
    real(8), intent(out) :: y
    y = sum(matmul(x, v)) * sum(w**2) + w(size(x, 1) + 1)
  end subroutine alike
end module alike_mod
!=== sections as actual arguments
! routine = "passes"
! module = "passes_mod"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["a", "b"]
! sizes = { n = 6, m = 4 }
module passes_mod
  implicit none
contains
  subroutine passes(n, m, a, b)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), b(n)
    call scale_by(a(:, 2), 2d0)
    call scale_by(a(3, :), b(1))
    call scale_by(a(n:1:-2, 1), b(2))
    call explicit(3, a(2:4, 3))
    call explicit(m, a(1, :))
    call explicit(n*2, a(1, 3))
    call swap(b(1), b(n))
    call plane(a(2:, 2:3))
    b(3) = norm(a(1:2, :)) + norm(a**2)
  end subroutine passes
  subroutine scale_by(x, f)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: f
    x = x * f
  end subroutine scale_by
  subroutine explicit(k, x)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(k)
    integer :: i
    do i = 2, k
      x(i) = x(i) * x(i - 1)
    end do
  end subroutine explicit
  subroutine swap(x, y)
    real(8), intent(inout) :: x, y
    real(8) :: t
    t = x; x = y; y = t
  end subroutine swap
  subroutine plane(p)
    real(8), intent(inout) :: p(0:, 0:)
    p(0, 0) = p(1, 1) * p(2, 0)
  end subroutine plane
  function norm(x)
    real(8), intent(in) :: x(:, :)
    real(8) :: norm
    norm = sqrt(sum(x**2))
  end function norm
end module passes_mod
!=== expressions as actual arguments are copies
! routine = "copies"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
subroutine copies(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  t = x
  call change((t), y)
  call change(t + 0, y)
  y = y * t
  call change(t, y)
  y = y + t
contains
  subroutine change(u, v)
    real(8) :: u, v
    u = u**2
    v = u * 3
  end subroutine change
end subroutine copies
!=== array-valued functions and matrix intrinsics
! routine = "matrices"
! arguments = ["a: float64(3,4)", "b: float64(4,2)", "x: float64(4)", "c: float64(3,2)", "y: float64(3)", "s: float64 out"]
! wrt = ["a", "b", "x"]
! of = ["c", "y", "s"]
subroutine matrices(a, b, x, c, y, s)
  implicit none
  real(8), intent(in) :: a(3, 4), b(4, 2), x(4)
  real(8), intent(out) :: c(3, 2), y(3), s
  real(8) :: t(4, 3), u(2, 6), v(2, 4)
  c = matmul(a, b)
  y = matmul(a, x) + matmul(x, transpose(a))
  t = transpose(a)
  u = reshape(a, (/ 2, 6 /))
  v = spread(x, dim=1, ncopies=2)
  s = dot_product(t(:, 1), x) + sum(u(2, :)) + sum(v * transpose(b)) &
    + dot_product(matmul(a(1:2, :), x), b(1, :))
  v = spread(b(1, :), 2, 4)
  s = s + v(2, 3) * product(x)
end subroutine matrices
!=== reductions along a dimension and with a mask
! routine = "reductions"
! arguments = ["a: float64(4,3)", "s: float64(9)"]
! wrt = ["a"]
! of = ["s"]
subroutine reductions(a, s)
  implicit none
  real(8), intent(in) :: a(4, 3)
  real(8), intent(out) :: s(9)
  real(8) :: rows(4), columns(3)
  rows = sum(a, dim=2)
  columns = maxval(a, 1)
  s(1) = rows(1) * rows(4)
  s(2) = columns(1) * columns(3)
  s(3) = sum(a, mask=a > 0.8d0)
  s(4) = product(a(:, 2))
  s(5) = minval(a) * maxval(a(2, :))
  columns = product(a, dim=1)
  s(6) = sum(columns**2)
  s(7) = sum(a, mask=a < 1d0 .and. a > 0.6d0)
  rows = minval(a, dim=2)
  s(8) = dot_product(rows, rows)
  s(9) = count(a > 0.75d0) * a(1, 1)
  if (any(a > 1.4d0)) s(9) = s(9) * 2
  if (all(a(:, 1) > 0d0)) s(9) = s(9) * 3
end subroutine reductions
!=== inquiries
! routine = "inquiries"
! arguments = ["n: int32", "a: float64(n,3)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
subroutine inquiries(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, 3)
  real(8), intent(out) :: s
  real(8) :: w(size(a, 2), 0:size(a, 1))
  integer :: d(2)
  d = shape(a)
  w = 1
  s = a(size(a, 1), size(a, 2)) * size(w) * d(1) + ubound(w, 2) * a(1, 1) + lbound(w, 2) * a(2, 2)
  s = s + epsilon(1d0) * 1d15 * a(3, 1) + tiny(1.0) * 1d38 * a(3, 2) + huge(1) / 1d9 * a(3, 3)
  s = s + a(1, 2) * real(kind(s), 8) + maxval(real(shape(a), 8)) * a(4, 1)
end subroutine inquiries
!=== derived integer sizes of a work array
! routine = "work_sizes"
! arguments = ["n: int32", "x: float64(2*n+1)", "w: float64(n*(n+1)//2)", "s: float64 out"]
! wrt = ["x", "w"]
! of = ["s"]
! sizes = { n = 4 }
subroutine work_sizes(n, x, w, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(2*n + 1), w(n*(n + 1)/2)
  real(8), intent(out) :: s
  integer :: i, j, k
  s = 0
  do j = 1, n
    k = j * (j - 1) / 2
    do i = 1, j
      s = s + w(k + i) * x(i) * x(2*j + 1)
    end do
  end do
end subroutine work_sizes
!=== real step and integer powers
! routine = "powers"
! arguments = ["k: int32", "x: float64", "p: float64", "y: float64 out"]
! wrt = ["x", "p"]
! of = ["y"]
! sizes = { k = 3 }
! edges = [{ k = 0 }, { k = -2 }]
subroutine powers(k, x, p, y)
  implicit none
  integer, intent(in) :: k
  real(8), intent(in) :: x, p
  real(8), intent(out) :: y
  y = x**k + x**(-2) + x**p + 2**p + 2.5d0**k + x**0.5 + (-x)**3 - x**2 + 2**k * x
  y = y * x**2**1 / 2 / 4 * 3
end subroutine powers
!=== pass over output and stop
! routine = "passed_over"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 4 }
subroutine passed_over(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  integer :: i
  if (n < 1) stop 'no elements'
  s = 0
  do i = 1, n
    if (a(i) < -1d3) then
      write (*, *) 'small', a(i)
      print '(a, i0)', 'at ', i
      error stop 2
    end if
    s = s + a(i)**3
  end do
  if (s < -1d9) write (6, 100) s
100 format('s = ', f8.3)
end subroutine passed_over
!=== associate
! routine = "associates"
! either = true
! arguments = ["a: float64(3,4)", "s: float64 out"]
! wrt = ["a"]
! of = ["a", "s"]
subroutine associates(a, s)
  implicit none
  real(8), intent(inout) :: a(3, 4)
  real(8), intent(out) :: s
  associate (row => a(2, :), twice => 2 * a(1, 1))
    row = row * twice
    s = sum(row) * twice
  end associate
end subroutine associates
!=== block construct
! routine = "blocked"
! either = true
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
subroutine blocked(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x
  block
    real(8) :: y2
    y2 = y * x
    y = y + y2**2
  end block
end subroutine blocked
!=== rank three
! routine = "rank_three"
! arguments = ["n: int32", "m: int32", "l: int32", "a: float64(n,m,l)", "b: float64(l,n)"]
! wrt = ["a"]
! of = ["b"]
! sizes = { n = 2, m = 3, l = 4 }
subroutine rank_three(n, m, l, a, b)
  implicit none
  integer, intent(in) :: n, m, l
  real(8), intent(in) :: a(n, m, l)
  real(8), intent(out) :: b(l, n)
  real(8) :: t(l, m, n)
  integer :: i, k
  do k = 1, l
    do i = 1, n
      t(k, :, i) = a(i, :, k)
      b(k, i) = sum(t(k, :, i)) * a(i, 2, k)
    end do
  end do
  b = b + a(1, 1, 1) * transpose(sum(a, dim=2))
end subroutine rank_three
!=== private names hide a module's
! routine = "shadows"
! module = "shadow_mod"
! arguments = ["x: float64", "y: float64 out", "g: float64 outside"]
! declarations = "use shadow_mod, only: g"
! wrt = ["x", "g"]
! of = ["y"]
module shadow_mod
  implicit none
  real(8) :: g = 2, h = 3
  private :: h
contains
  subroutine shadows(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: sin
    sin = x * g
    call first(x, y)
    y = y + sin
  end subroutine shadows
  subroutine first(g, h)
    real(8), intent(in) :: g
    real(8), intent(out) :: h
    h = g * g
    call second(h)
  end subroutine first
  subroutine second(x)
    real(8), intent(inout) :: x
    x = x * g
  end subroutine second
end module shadow_mod
!=== program and unrelated units beside
! routine = "beside"
! arguments = ["x: float64", "y: float64 out", "speed: float64 outside"]
! declarations = """
! double precision :: speed
! common /motion/ speed
! """
! wrt = ["x", "speed"]
! of = ["y"]
module unrelated_types
  implicit none
  type point
    real(8) :: x, y
  end type point
  interface norm_of
    module procedure norm_point
  end interface norm_of
contains
  function norm_point(p) result(r)
    type(point), intent(in) :: p
    real(8) :: r
    r = sqrt(p%x**2 + p%y**2)
  end function norm_point
end module unrelated_types
block data initial
  real(8) :: speed
  common /motion/ speed
  data speed /3d0/
end block data initial
subroutine beside(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: speed
  common /motion/ speed
  y = cos(x) * speed
end subroutine beside
program main
  implicit none
  real(8) :: y
  call beside(1d0, y)
  print *, y
end program main
!=== intent inferred from use
! routine = "inferred"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)", "c: float64(n)", "s: float64"]
! wrt = ["a", "b", "s"]
! of = ["b", "c", "s"]
! sizes = { n = 4 }
subroutine inferred(n, a, b, c, s)
  integer n, i
  real(8) a(n), b(n), c(n), s
  do i = 1, n
    c(i) = a(i) * s
    b(i) = b(i) + c(i)
  end do
  s = s * b(n)
end subroutine inferred
!=== aliased element in place
! routine = "in_place"
! arguments = ["n: int32", "a: float64(n)"]
! wrt = ["a"]
! of = ["a"]
! sizes = { n = 6 }
subroutine in_place(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 2, n - 1
    a(i) = 0.5d0 * (a(i - 1) * a(i + 1)) + a(i)**2
  end do
  a(2:n) = a(1:n - 1) * a(2:n)
end subroutine in_place
!=== integer bookkeeping through calls
! routine = "bookkeeping"
! module = "bookkeeping_mod"
! arguments = ["n: int32", "k: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 7, k = 5 }
! edges = [{ n = 8, k = 1 }]
module bookkeeping_mod
  implicit none
contains
  subroutine bookkeeping(n, k, a, s)
    integer, intent(in) :: n
    integer :: k
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: s
    integer :: first, last, i, m
    logical :: odd
    s = 0
    call halves(n, first, last)
    do i = first, last
      s = s + a(i)**2
    end do
    k = k / 2
    call next(k)
    s = s * a(k)
    m = n
    do i = 1, m                     ! the trip count is fixed on entry
      m = m - 1
      s = s + a(i) * m
    end do
    do i = 1, triangle(3), 2
      s = s + a(n) * i
    end do
    odd = is_odd(n)
    if (odd) s = s * 2
    if (is_odd(k)) s = s + a(1)
  end subroutine bookkeeping
  subroutine halves(n, first, last)
    integer, intent(in) :: n
    integer, intent(out) :: first, last
    first = n / 2
    last = first + 2
  end subroutine halves
  subroutine next(k)
    integer, intent(inout) :: k
    k = k + 1
  end subroutine next
  integer function triangle(n)
    integer, intent(in) :: n
    triangle = n * (n + 1) / 2
  end function triangle
  pure logical function is_odd(n)
    integer, intent(in) :: n
    is_odd = mod(n, 2) == 1
  end function is_odd
end module bookkeeping_mod
!=== implied conversions
! routine = "conversions"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)", "c: float32(n)"]
! wrt = ["a", "c"]
! of = ["b", "c"]
! sizes = { n = 6 }
! inputs = { a = { low = -2.0, high = 2.0 } }
subroutine conversions(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: b(n)
  real(4), intent(inout) :: c(n)
  integer :: i, k
  do i = 1, n
    k = a(i) * 4
    b(i) = k * a(i) + 2**(-1) + (-8) / 3 * 3 + i / 4 * a(i)
    c(i) = c(i) * a(i)
    b(i) = b(i) + c(i) * 3
  end do
end subroutine conversions
!=== masks are kept while WHERE writes
! routine = "kept_masks"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["a", "b"]
! sizes = { n = 7 }
subroutine kept_masks(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  logical :: mask(n)
  where (a > 0.8d0)
    a = a - 0.5d0
    b = b * a
  elsewhere
    a = a + 0.5d0
    b = b + a
  end where
  mask = b > 1d0 .or. a < 0.5d0
  b = 2 * b
  where (mask) a = a * b
  where (.not. mask(2:)) b(2:) = b(:n - 1)
  if (any(mask)) a(1) = a(1) * count(mask)
  a = merge(a * b, a, mask)
end subroutine kept_masks
!=== overlapping sections are read before they are written
! routine = "overlaps"
! arguments = ["n: int32", "m: int32", "a: float64(n)", "b: float64(n,m)"]
! wrt = ["a", "b"]
! of = ["a", "b"]
! sizes = { n = 6, m = 4 }
subroutine overlaps(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n), b(n, m)
  a(2:n) = a(1:n - 1) * a(2:n)
  a = a(n:1:-1)
  a(1:n:2) = a(2:n:2)**2
  b(2:, 2:) = b(:n - 1, :m - 1) * b(2:, 2:)
  b(:, 1) = b(:, 1) * sum(b(:, 1))
  b = b / maxval(b)
  b(1:3, 2:4) = transpose(b(1:3, 2:4))
  a(1:m) = matmul(a, b)
end subroutine overlaps
!=== loops whose variables outlive them
! routine = "outlives"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 7 }
! edges = [{ n = 3 }]
subroutine outlives(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  integer :: i, j
  s = 1
  do i = 1, n - 1, 2
    s = s * a(i)
  end do
  s = s + i * a(1)
  do j = 1, 0
    s = 0
  end do
  s = s * j
  do i = n, 2, -2
    s = s * a(i)
  end do
  s = s + i * a(2)
end subroutine outlives
!=== character and logical arguments inside
! routine = "chooses"
! arguments = ["trans: char", "x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { trans = 84 }
! edges = [{ trans = 110 }]
subroutine chooses(trans, x, y)
  implicit none
  character, intent(in) :: trans
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  logical :: notrans
  notrans = lsame(trans, 'N')
  if (notrans) then
    y = x**2
  else if (lsame(trans, 'T')) then
    y = x**3
  end if
contains
  logical function lsame(a, b)
    character(1), intent(in) :: a, b
    lsame = a == b .or. (a == 'n' .and. b == 'N')
  end function lsame
end subroutine chooses
!=== nested modules and renamed kinds in other units
! routine = "layered"
! module = "layer_c"
! arguments = ["x: float64(n)", "scale: float64 outside", "r: float64 out"]
! declarations = "use layer_b, only: scale"
! wrt = ["x", "scale"]
! of = ["r"]
! sizes = { n = 4 }
module layer_a
  implicit none
  integer, parameter :: dp = kind(0d0)
end module layer_a
module layer_b
  use layer_a, only: rp => dp
  implicit none
  real(rp) :: scale = 1
contains
  function norm2_scaled(v) result(r)
    real(rp), dimension(:), intent(in) :: v
    real(rp) :: r
    r = scale * sqrt(sum(v * v))
  end function norm2_scaled
end module layer_b
module layer_c
  use layer_b, only: norm2_scaled, rp
  implicit none
contains
  subroutine layered(x, r)
    real(rp), intent(in) :: x(:)
    real(rp), intent(out) :: r
    r = norm2_scaled(x)
  end subroutine layered
end module layer_c
!=== a counter in a nested triangular loop
! routine = "packed"
! arguments = ["n: int32", "w: float64(n*(n+1)//2)", "x: float64(n)", "s: float64 out"]
! wrt = ["x", "w"]
! of = ["s"]
! sizes = { n = 4 }
! either = true
subroutine packed(n, w, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: w(n*(n + 1)/2), x(n)
  real(8), intent(out) :: s
  integer :: i, j, k
  s = 0
  k = 0
  do j = 1, n
    do i = 1, j
      k = k + 1
      s = s + w(k) * x(i) * x(j)
    end do
  end do
end subroutine packed
!=== counters of simple loops
! routine = "counters"
! arguments = ["n: int32", "m: int32", "w: float64(n*m)", "x: float64(2*n)", "s: float64 out"]
! wrt = ["x", "w"]
! of = ["s"]
! sizes = { n = 4, m = 3 }
subroutine counters(n, m, w, x, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: w(n*m), x(2*n)
  real(8), intent(out) :: s
  integer :: i, j, k, l
  s = 0
  k = 0
  do i = 1, n
    k = k + 2
    s = s + x(k) * x(k - 1)
  end do
  l = 0
  do j = 1, m
    do i = 1, n
      l = l + 1
      s = s + w(l) * x(i)
    end do
  end do
end subroutine counters
!=== values behind loops with EXIT
! routine = "after_exit"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 7 }
! either = true
subroutine after_exit(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  integer :: i
  s = 1
  do i = n, 2, -2
    s = s * a(i)
    if (s < 0.5d0) exit
  end do
  s = s + i * a(2)
end subroutine after_exit
!=== implied loops with variable bounds
! routine = "implied"
! arguments = ["n: int32", "x: float64", "b: float64(n)"]
! wrt = ["x"]
! of = ["b"]
! sizes = { n = 5 }
! either = true
subroutine implied(n, x, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: b(n)
  integer :: i
  b = [(x * i + x**2, i = 1, n)]
end subroutine implied
!=== maxval with a mask
! routine = "masked_maximum"
! arguments = ["a: float64(3,4)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! either = true
subroutine masked_maximum(a, s)
  implicit none
  real(8), intent(in) :: a(3, 4)
  real(8), intent(out) :: s
  s = maxval(a, mask=a < 1d0) * minval(a, mask=a > 0.6d0)
end subroutine masked_maximum
!=== assignments that give arrays another shape, and moved allocations
! routine = "reshaped"
! arguments = ["n: int32", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! edges = [{ n = 3 }]
subroutine reshaped(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:), c(:, :), grown(:), more(:), seen(:)
  integer :: i
  allocate (a(3), b(n), grown(0))
  a = x(1)
  a = [a(1)]
  y = sum(a)*size(a)
  a = [a, x(2), x(3)]
  b = x
  b = b*2
  b = [b(2:n), b(1)*a(3), x(1)]
  allocate (c(1, 1))
  c = spread(x, 1, 2)
  c = c*a(2)
  do i = 1, n
    grown = [grown, x(i)**2]
  end do
  y = y + sum(a)*size(a) + sum(b**2)*size(b) + sum(c)*size(c, 1) + sum(grown*[(i, i=1, n)])
  allocate (seen(1))
  seen = x(1)
  do i = 2, n
    allocate (more(i))
    more(1:i - 1) = seen
    more(i) = x(i)*seen(i - 1)
    call move_alloc(from=more, to=seen)
  end do
  y = y*sum(seen)
end subroutine reshaped
!=== reshape in another order
! routine = "ordered"
! arguments = ["n: int32", "x: float64(6*n)", "y: float64(3,n,2)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! edges = [{ n = 1 }]
subroutine ordered(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(6*n)
  real(8), intent(out) :: y(3, n, 2)
  real(8) :: z(n, 2, 3)
  z = reshape(x, [n, 2, 3], order=[2, 3, 1])
  y = reshape(z, [3, n, 2], order=(/3, 1, 2/))
  y(:, 1, :) = y(:, 1, :)*reshape(x(1:6), [3, 2], order=[1, 2])
  y(1:2, 1, :) = y(1:2, 1, :) + reshape(x(2:5), shape=[2, 2], order=[2, 1])
end subroutine ordered
!=== elements that are shifted off, along both dimensions, with boundaries of all kinds
! routine = "shifted_off"
! arguments = ["n: int32", "m: int32", "x: float64(n)", "a: float64(n,m)", "s: float64"]
! wrt = ["x", "a", "s"]
! of = ["a", "x"]
! sizes = { n = 5, m = 3 }
subroutine shifted_off(n, m, x, a, s)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n), a(n, m)
  real(8), intent(in) :: s
  integer :: k(n)
  integer :: i
  real(8) :: b(n, m)
  k = [(i*i, i = 1, n)]
  b = a
  a = eoshift(a, 1, dim=2, boundary=x)
  a = a + eoshift(b, -2, boundary=b(1, :)) + eoshift(b, n + 1) + eoshift(b, 0, s, 2)
  x = eoshift(x, m, s**2)*x + eoshift(x, -m)
  x = x*eoshift(k, 2, -1)*eoshift(array=x, shift=-1, dim=1)
end subroutine shifted_off
!=== where a value is, from either end, under masks, or nowhere
! routine = "found_where"
! arguments = ["n: int32", "x: float64(n)", "k: int32(n)", "s: float64", "y: float64(12)"]
! wrt = ["x", "s"]
! of = ["y"]
! sizes = { n = 5 }
! inputs = { k = { low = 1, high = 2 } }
subroutine found_where(n, x, k, s, y)
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(n), s
  real(8), intent(out) :: y(12)
  integer :: at(1), m(2, n), place(2)
  logical :: none(n)
  y = x(1)
  m(1, :) = k
  m(2, :) = 3 - k
  at = findloc(k, 2)
  y(1) = s*at(1)*x(max(at(1), 1))
  y(2) = s*findloc(k, 1, dim=1, back=.true.)
  y(3) = x(2)*findloc(k, 7, dim=1)
  y(4) = x(2)*findloc(x > s, .true., 1)
  place = findloc(m, 2, back=.true.)
  y(5) = s*place(1) + x(place(2))
  y(6:10) = x*findloc(m, 1, dim=1)
  none = x > 1d9
  y(11) = s*findloc(k, 2, dim=1, mask=k > 1 .or. none)
  at = findloc(none, .true.)
  y(12) = x(3)*(at(1) + findloc(x, x(4), 1))
  if (parity(k == 1)) y = y*s
  y(1:5) = y(1:5)*merge(x, s*x, parity(m == 1, dim=1))
end subroutine found_where
!=== numbers of bits and powers of two
! routine = "few_bits"
! arguments = ["n: int32", "x: float64(n)", "k: int32(n)"]
! wrt = ["x"]
! of = ["x"]
! sizes = { n = 5 }
! inputs = { k = { low = -9, high = 99 } }
subroutine few_bits(n, x, k)
  integer, intent(in) :: n, k(n)
  real(8), intent(inout) :: x(n)
  integer :: i
  x = x*merge_bits(k, 3*k + 1, 5) + scale(x, -2)
  do i = 1, n
    x(i) = x(i)*(1 + poppar(k(i))) + merge_bits(n, k(i), 12)
    x(i) = scale(x(i)**2, 4)*storage_size(x)/storage_size(i)
  end do
end subroutine few_bits
!=== shapes that are compared, and bounds of all dimensions
! routine = "shapes_compared"
! arguments = ["n: int32", "m: int32", "x: float64(n)", "a: float64(n,m)", "s: float64"]
! wrt = ["x", "a", "s"]
! of = ["a", "x"]
! sizes = { n = 4, m = 3 }
subroutine shapes_compared(n, m, x, a, s)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n), a(0:n - 1, m)
  real(8), intent(in) :: s
  integer :: k(2)
  if (any(shape(a) /= [n, m])) return
  k = shape(a)
  x = x*k(1) + sum(shape(a))*s
  if (all(ubound(a) == shape(a))) return
  a = reshape(reshape(a, [m, n])*s, shape(a))
end subroutine shapes_compared

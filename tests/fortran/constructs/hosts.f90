!=== an internal procedure changes arrays, integers and logicals of its host
! routine = "changes"
! arguments = ["n: int32", "a: float64(n,3)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
subroutine changes(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, 3)
  real(8), intent(out) :: s
  real(8) :: w(0:n, 2), total
  integer :: count, i
  logical :: done
  count = 0
  total = 0
  done = .false.
  w = 0
  do i = 1, n
    call advance(i)
    if (done) exit
  end do
  s = total * count + sum(w(0, :)) * i
contains
  subroutine advance(k)
    integer, intent(in) :: k
    real(8) :: local(0:n)
    integer :: i
    do i = 0, n
      local(i) = k * w(i, 1)
    end do
    w(0, 1) = w(0, 1) + a(k, 1)**2
    w(k, 2) = a(k, 2) * w(0, 1) + local(k)
    w(:, 1) = w(:, 1) + w(k, 2)
    count = count + k
    total = total + local(0) * w(k, 2)
    done = count > 9
  end subroutine advance
end subroutine changes
!=== names of the host, hidden by one internal procedure and used by the next
! routine = "hidden"
! arguments = ["n: int32", "x: float64", "y: float64(n)", "s: float64 out"]
! wrt = ["x", "y"]
! of = ["s", "y"]
! sizes = { n = 4 }
subroutine hidden(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(inout) :: y(n)
  real(8), intent(out) :: s
  real(8) :: t
  t = x * 2
  s = outer(x)
  call outermost
  s = s + t * y(1)
contains
  function outer(z) result(t)
    real(8), intent(in) :: z
    real(8) :: t, x(3), y
    x = z**2
    y = inner(x(2))
    t = y + inner(z) * x(3)
  end function outer
  function inner(z)
    real(8), intent(in) :: z
    real(8) :: inner
    inner = sin(z) * t * x + y(n)
  end function inner
  subroutine outermost
    real(8) :: t
    t = s + 1
    call change(t)
    s = t * s
  end subroutine outermost
  subroutine change(by)
    real(8), intent(in) :: by
    t = t * by
    y(2:n) = y(2:n) * t + y(1:n - 1)
  end subroutine change
end subroutine hidden
!=== variables that only internal procedures use, and the host's result
! routine = "inside"
! arguments = ["x: float64", "y: float64"]
! result = "inside: float64"
! wrt = ["x", "y"]
! of = ["inside"]
! sizes = {}
real(8) function inside(x, y)
  implicit none
  real(8), intent(in) :: x, y
  real(8) :: kept(2)
  real(8), parameter :: table(3) = [1d0, 2d0, 0.5d0], factor = table(2) * 3
  real(8) :: scale = 1.5d0
  integer :: steps
  inside = x * y
  call first
  call second
  call second
contains
  subroutine first
    kept = [x, y] * scale * table(3)
    steps = 2
  end subroutine first
  subroutine second
    integer :: k
    do k = 1, steps
      inside = inside + kept(k) * factor
      kept(k) = kept(k)**2
    end do
    steps = 1
  end subroutine second
end function inside
!=== loop variables of the host in internal procedures
! routine = "counters"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 6 }
subroutine counters(n, a, s)
  implicit none
  integer :: n, i, j
  real(8) :: a(n), s
  s = 0
  do j = 1, n
    s = s + a(j) * j
  end do
  call last
  do i = 1, 3
    call weigh
  end do
  s = s * i
contains
  subroutine last
    s = s * j + a(j - 2)
  end subroutine last
  subroutine weigh
    s = s + a(i) * i
    do j = 1, i
      s = s * a(j)
    end do
    s = s + j * a(j)
  end subroutine weigh
end subroutine counters
!=== allocatable arrays and bounds of the host
! routine = "heap"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
subroutine heap(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  real(8), allocatable :: w(:), v(:)
  real(8) :: u(-n:n)
  u = 1
  allocate (w(0:n), v(n))
  w = 1
  v = a
  call fill
  s = sum(w) + w(0) * w(n) + u(-n) + u(0)
contains
  subroutine fill
    integer :: k
    do k = 0, n - 1
      w(k) = w(k) * v(k + 1)
      u(-k) = w(k) * ubound(w, 1) + lbound(u, 1) * v(1)
    end do
    v = v * w(0)
    u(-n) = v(n)
  end subroutine fill
end subroutine heap
!=== variables of the module, the host, and its common block, in internal procedures
! routine = "levels"
! module = "levels_mod"
! arguments = ["x: float64", "y: float64 out", "g: float64 outside", "c: float64(4) outside"]
! declarations = """
! use levels_mod, only: g
! real(8) :: c(4)
! common /lev/ c
! """
! wrt = ["x", "g", "c"]
! of = ["y", "g", "c"]
module levels_mod
  implicit none
  real(8) :: g = 2d0
contains
  subroutine levels(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    real(8) :: c(4)
    common /lev/ c
    c(2) = x * c(1)
    call deep(x)
    y = c(3) * g + c(4)
    call other(y)
  contains
    subroutine deep(z)
      real(8), intent(in) :: z
      c(3) = c(2) * z * g
      g = g + c(3) * x
    end subroutine deep
  end subroutine levels
  subroutine other(y)
    real(8) :: y, pair(2, 2)
    common /lev/ pair
    pair(1, 2) = pair(1, 2) * y
    y = y + pair(2, 2) * pair(1, 1)
  end subroutine other
end module levels_mod
!=== optional arguments of the host
! routine = "options"
! module = "options_mod"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
module options_mod
  implicit none
contains
  subroutine options(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = twice(x) + twice(x, x**2)
  end subroutine options
  function twice(x, w)
    real(8), intent(in) :: x
    real(8), intent(in), optional :: w
    real(8) :: twice
    twice = part() + x
  contains
    function part()
      real(8) :: part
      part = x * x
      if (present(w)) part = part * w
    end function part
  end function twice
end module options_mod
!=== constants that share a name with variables
! routine = "named_alike"
! module = "named_alike_mod"
! arguments = ["a: float64(3)", "y: float64 out"]
! wrt = ["a"]
! of = ["y"]
module constants_mod
  implicit none
  real(8), parameter :: a(2) = [2d0, 3d0], b = a(2) * 3, c(2) = a * 2, x = 5d0, f = 2 * x
end module constants_mod
module named_alike_mod
  implicit none
contains
  subroutine named_alike(a, y)
    use constants_mod, only: b, c, f
    real(8), intent(in) :: a(3)
    real(8), intent(out) :: y
    real(8) :: t, x
    t(x) = x * f
    y = a(1) * b + c(2) * a(2) + t(a(3))
  end subroutine named_alike
end module named_alike_mod
!=== initial values that calls leave alone
! routine = "presets"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
subroutine presets(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  real(8), save :: one = 1d0, table(3) = [1d0, 2d0, 4d0]
  integer :: first = 2
  s = one
  call add(n, one, a, s, first)
  call add(3, s, table, s, 1)
contains
  subroutine add(m, factor, x, s, from)
    integer, intent(in) :: m, from
    real(8), intent(in) :: factor, x(m)
    real(8), intent(inout) :: s
    integer :: i
    do i = from, m
      s = s + factor * x(i)**2 * table(2)
    end do
  end subroutine add
end subroutine presets
!=== indices of forall and implied loops are no variables
! routine = "indices"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)", "s: float64 out"]
! wrt = ["a", "b"]
! of = ["b", "s"]
! sizes = { n = 5 }
subroutine indices(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  real(8), intent(out) :: s
  integer :: i, k
  i = 3
  k = 2
  forall (i = 1:n) b(i) = b(n + 1 - i) * a(i)
  s = b(i) * 2
  do concurrent (k = 1:n)
    b(k) = b(k) * a(1)
  end do
  s = s + b(k) + sum([(a(i) * i, i = 2, n)]) + a(i)
end subroutine indices
!=== DO variables of a module, which several routines use as scratch
! routine = "sweeps"
! module = "marks"
! arguments = ["n: int32", "m: int32", "v: float64(n) inout", "w: float64(m)", "i: int32 outside"]
! wrt = ["v"]
! of = ["v", "w"]
! sizes = { n = 6, m = 4, i = 2 }
! edges = [{ n = 4, m = 3 }, { n = 3, m = 1 }]
! declarations = "use marks, only: i"
module marks
  implicit none
  integer :: i, last
contains
  subroutine damp(n, v)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    do i = 1, n
      v(i) = v(i)*sin(v(i)) + 0.1d0*i
      if (i == 5) exit
    end do
    if (n > 4) v(1) = v(1)*i
  end subroutine damp
  real(8) function weighed(n, v)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n)
    weighed = 0.5d0
    do i = n, 1, -2
      weighed = weighed*0.5d0 + v(i)*i
    end do
  end function weighed
  subroutine sweeps(n, m, v, w)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: v(n)
    real(8), intent(out) :: w(m)
    integer :: step
    do i = 1, m
      w(i) = v(i)**2
    end do
    call damp(n, v)
    do i = 2, m
      w(i) = w(i) + w(i-1)*v(i)
    end do
    i = 1
    w(i) = w(i)*v(i + 1)
    step = 2
    do i = 1, n, step
      step = 1
      v(i) = v(i)*cos(w(1))
    end do
    w(1) = w(1)*i*v(i - n + 1)
    w(m) = w(m) + weighed(n, v)
  end subroutine sweeps
end module marks
!=== DO variables of a module, whose values other routines read
! routine = "probed"
! module = "counts_seen"
! arguments = ["n: int32", "h: int32", "v: float64(n) inout", "s: float64 inout", "k: int32 outside", "at: int32 outside"]
! wrt = ["v", "s"]
! of = ["v", "s"]
! sizes = { n = 6, h = 2, k = 1, at = 3 }
! edges = [{ n = 4, h = 3 }, { n = 3, h = 7, k = 2 }]
! declarations = "use counts_seen, only: k, at"
module counts_seen
  implicit none
  integer :: k = 2, at
contains
  real(8) function here(v)
    real(8), intent(in) :: v(:)
    here = v(min(k, size(v)))**2*k
  end function here
  subroutine set_at(n)
    integer, intent(in) :: n
    do at = n, 2, -1
      if (at < 3) exit
    end do
  end subroutine set_at
  subroutine probed(n, h, v, s)
    integer, intent(in) :: n, h
    real(8), intent(inout) :: v(n), s
    do k = 1, n, h
      s = s + here(v)*s
      if (s > 1d2) exit
    end do
    s = s + here(v)
    at = 1
    call set_at(n)
    s = s*v(at)
    do at = 1, n - 1
      v(at) = v(at + 1)*s
    end do
    v(n) = here(v)*at
  end subroutine probed
end module counts_seen
!=== bounds of DO WHILE that calls in the loop change
! routine = "grown"
! module = "room_seen"
! arguments = ["n: int32", "v: float64(n) inout", "s: float64 inout", "room: int32 outside"]
! wrt = ["v", "s"]
! of = ["v", "s"]
! sizes = { n = 7, room = 1 }
! declarations = "use room_seen, only: room"
module room_seen
  implicit none
  integer :: room
contains
  real(8) function asked(s)
    real(8), intent(in) :: s
    if (s < 3.5d0) room = 5
    asked = 1 + s/8
  end function asked
  subroutine more(s)
    real(8), intent(inout) :: s
    room = max(room - 1, 2)
    s = s*1.25d0
  end subroutine more
  subroutine grown(n, v, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n), s
    integer :: j
    room = 3
    j = 1
    do while (j < room .and. s < 1d2)
      s = s + v(j)*asked(s)
      j = j + 1
    end do
    v(j) = v(j)*s*j
    room = n
    j = 0
    do
      if (j + 2 > room) exit
      call more(s)
      j = j + 1
      v(j) = v(j)*s + j
    end do
    v(n) = v(n)*s*j
  end subroutine grown
end module room_seen

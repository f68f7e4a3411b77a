!=== components, nested, arrays of them, whole assignments
! routine = "drive"
! module = "particles"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)", "e: float64"]
! wrt = ["x", "y"]
! of = ["y", "e"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
module particles
  implicit none
  integer, parameter :: dp = kind(1d0), nd = 2
  type vec
    real(dp) :: x = 0.5_dp, y = 0
  end type
  type, public :: particle
    real(dp) :: m = 1.5_dp
    real(dp) :: pos(0:nd)
    type(vec) :: v
    integer :: kind = 2
    character(len=8) :: label
  end type particle
  type(vec), parameter :: unit = vec(2.0_dp, y=-3.0_dp)
contains
  subroutine drive(n, x, y, e)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(inout) :: y(n)
    real(dp), intent(out) :: e
    type(particle) :: p(n), one
    type(vec), dimension(:), allocatable :: old
    type(vec) :: t
    integer :: i
    one%pos = 1.0_dp
    allocate(old(n))
    do i = 1, n
      call fresh(t)
      p(i) = one
      p(i)%pos(1) = x(i)*t%x
      p(i)%v = vec(x(i), y(i)**2)
      t = p(i)%v
      t = vec(t%y, t%x)
      p(i)%v%y = t%y*t%x + unit%y*y(i)
      p(i)%m = p(i)%m + old(i)%x*y(i)
      old(i) = t
      one%v = old(i)
    end do
    p(2:n) = p(1:n - 1)
    call push(p(1), 0.1_dp)
    do i = 1, n, 2
      call push(p(i), 0.2_dp*unit%x)
    end do
    p(:)%v%x = p%v%x*p%m
    e = energy(p) + energy(p(n:1:-1))*2 + weight(one) + old(n)%y
    y = p%pos(0) + p(:)%pos(1)*p%kind
  end subroutine drive
  subroutine fresh(t)
    type(vec), intent(out) :: t
    t%y = t%x*2
  end subroutine fresh
  subroutine push(p, dt)
    type(particle), intent(inout) :: p
    real(dp), intent(in) :: dt
    p%pos(1) = p%pos(1) + dt*p%v%x
    p%pos(nd) = p%pos(nd)*p%pos(1) + dt*p%v%y/p%m
  end subroutine push
  real(dp) function energy(ps)
    type(particle), intent(in) :: ps(:)
    integer :: i
    energy = 0
    do i = 1, size(ps)
      energy = energy*0.9_dp + ps(i)%m*(ps(i)%v%x**2 + ps(i)%v%y**2) + sum(ps(i)%pos)
    end do
  end function energy
  real(dp) function weight(p, scale)
    class(particle), intent(in) :: p
    type(vec), intent(in), optional :: scale
    weight = p%m*p%v%x
    if (present(scale)) weight = weight*scale%x
  end function weight
end module particles
!=== allocatable components, module objects, type-bound procedures
! routine = "run"
! module = "grids"
! arguments = ["n: int32", "u: float64(n)", "r: float64"]
! wrt = ["u"]
! of = ["u", "r"]
! sizes = { n = 5 }
! edges = [{ n = 1 }]
module grids
  implicit none
  type :: grid
    integer :: n = 0
    real(8), allocatable :: u(:), f(:)
    real(8) :: dx
  contains
    procedure :: smooth
    procedure, public :: norm => grid_norm
  end type grid
  type :: problem
    type(grid) :: fine
    real(8) :: omega = 0.7d0
  end type problem
contains
  subroutine run(n, u, r)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(out) :: r
    type(problem) :: p
    integer :: i
    p%fine%n = n
    p%fine%dx = 1d0/n
    allocate(p%fine%u(0:n + 1), p%fine%f(n))
    p%fine%u = 0
    p%fine%u(1:n) = u
    p%fine%f = u**2
    do i = 1, 3
      call p%fine%smooth(p%omega)
      p%omega = p%omega*p%fine%norm()
    end do
    u = p%fine%u(1:n)
    r = p%fine%norm(2d0) + sum(p%fine%f)
    deallocate(p%fine%u)
  end subroutine run
  subroutine smooth(self, omega)
    class(grid), intent(inout) :: self
    real(8), intent(in) :: omega
    integer :: i
    do i = 1, self%n
      self%u(i) = self%u(i) + omega*(self%dx*self%f(i) - self%u(i)*0.5d0) + 0.1d0*self%u(i - 1)
    end do
  end subroutine smooth
  real(8) function grid_norm(self, scale)
    class(grid), intent(in) :: self
    real(8), intent(in), optional :: scale
    grid_norm = 1 + self%dx*sum(self%u**2)
    if (present(scale)) grid_norm = grid_norm*scale
  end function grid_norm
end module grids
!=== objects in modules and of the host, names that are taken
! routine = "outer"
! module = "holder"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 3 }
module kinds_of_state
  implicit none
  type state
    real(8) :: u, v
    logical :: on = .false.
  end type state
end module kinds_of_state
module holder
  use kinds_of_state, only: s => state
  implicit none
contains
  subroutine outer(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    type(s) :: a, b(2), base
    real(8) :: a_u
    integer :: k
    a_u = 3
    base%u = x(1)
    base%v = x(n)
    base = s(base%v, base%u, .true.)
    base%u = 2
    do k = 1, n
      a = s(x(k), a_u*x(k))
      b = a
      b(2) = s(b(1)%v, v=b(2)%u, on=a%on)
      call inner
      call swap(b(1), b(2))
      if (a%on .and. base%on) b(1)%u = b(1)%u*b(2)%v
      y(k) = b(1)%u + 2*b(2)%u + 3*b(1)%v + 5*b(2)%v + a%u*base%v
    end do
  contains
    subroutine inner
      type(s) :: c
      c = a
      a%u = c%u**2*a_u
      a%on = c%u > 0
      if (k > 1) b(1) = c
    end subroutine inner
  end subroutine outer
  subroutine swap(p, q)
    type(s), intent(inout) :: p, q
    type(s) :: t
    t = p
    p = q
    q = t
  end subroutine swap
end module holder
!=== arrays of types in types, associated; an object passed while its parts have names
! routine = "top"
! module = "am"
! arguments = ["n: int32", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 3 }
module am
  implicit none
  type node
    integer :: next = 1
    real(8) :: w(2), v = 1
  end type
  type mesh
    type(node) :: nodes(3)
    integer :: m = 3
  end type
contains
  subroutine top(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(mesh) :: g, h(2)
    type(node) :: t
    integer :: i, k
    do i = 1, g%m
      g%nodes(i)%w = [x(1)*i, x(2)]
      g%nodes(i)%v = x(3)**i
      g%nodes(i)%next = mod(i, 3) + 1
    end do
    h(1) = g
    h(2) = h(1)
    do i = 1, 2
      associate (nd => h(i)%nodes(2), ws => h(i)%nodes(:)%v, all => h(i))
        nd%w(1) = nd%w(1)*ws(3)
        ws(2) = ws(2) + nd%w(1) + all%nodes(1)%v
        t = nd
        call bump(all, i)
        associate (v => h(i)%nodes(2:3)%v)
          v(1) = v(1)*v(2)
          v = v*2
        end associate
        nd = t
        nd%v = nd%v + size(ws)
      end associate
    end do
    t%w(2) = h(2)%nodes(3)%w(2)
    y = 0
    do k = 1, 2
      do i = 1, 3
        y = y + sum(h(k)%nodes(i)%w)*i + h(k)%nodes(i)%v*k
      end do
    end do
    y = y + t%v + sum(h%nodes(1)%v)
    if (t%next == 3) y = y*x(1)
  end subroutine
  subroutine bump(a, j)
    type(mesh), intent(inout) :: a
    integer, intent(in) :: j
    a%nodes(j)%w(:) = a%nodes(j)%w(2:1:-1) + a%nodes(3)%v
    a%nodes = a%nodes(3:1:-1)
  end subroutine
end module
!=== extents that are asked of objects
! routine = "extended"
! module = "extents"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)", "e: float64"]
! wrt = ["x", "y"]
! of = ["y", "e"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
module extents
  implicit none
  type shape_t
    integer :: n
    integer :: lo = 0
  end type
  type cell
    type(shape_t) :: s
    real(8) :: v
  end type
contains
  subroutine extended(n, x, y, e)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8), intent(out) :: e
    type(shape_t) :: s
    type(cell) :: cells(n)
    s%n = n
    s%lo = -1
    cells%v = x*y
    cells%s%n = 2
    call inner(s, x, y, cells, e)
    y = y + doubled(s, x)
  end subroutine
  subroutine inner(s, x, y, cells, e)
    type(shape_t), intent(in) :: s
    real(8), intent(in) :: x(s%n)
    real(8), intent(inout) :: y(s%lo:s%n + s%lo - 1)
    type(cell), intent(in) :: cells(:)
    real(8), intent(out) :: e
    real(8) :: w(size(cells), 2*s%n), v(s%lo:s%lo + size(y) - 1)
    type(cell) :: more(s%n)
    integer :: i
    more = cells
    w = 0
    do i = 1, s%n
      w(i, :) = x(i)*more(i)%v
      v(s%lo + i - 1) = w(i, 2*i)*y(s%lo + i - 1)
    end do
    y = y + v
    e = sum(w(:, s%n)) + 0.1d0*size(w)*y(s%lo)
  end subroutine
  function doubled(s, x) result(r)
    type(shape_t), intent(in) :: s
    real(8), intent(in) :: x(:)
    real(8) :: r(s%n)
    r = 2*x**2
  end function
end module extents
!=== operators and assignments that the source defines
! routine = "operated"
! module = "uses_pairs"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)", "e: float64"]
! wrt = ["x", "y"]
! of = ["y", "e"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
module pairs
  implicit none
  private
  type, public :: pair
    real(8) :: a, b = 0.5d0
  end type
  type, public :: held
    real(8) :: v(2) = 1.5d0
    integer :: k = 1
  contains
    procedure :: twice_of
    procedure, private :: put
    generic :: assignment(=) => put
    generic, public :: operator(.plus.) => twice_of
  end type
  interface operator(+)
    procedure :: sum_of, shifted
  end interface
  interface operator(.EQ.)
    module procedure same
  end interface
  interface operator(.dot.)
    module procedure inner
  end interface
  interface operator(.norm.)
    module procedure norm
  end interface
  interface assignment(=)
    module procedure from_number, halves
  end interface
  public :: operator(+), operator(==), operator(.dot.), operator(.norm.), fresh, flipped
contains
  elemental type(pair) function sum_of(p, q)
    type(pair), intent(in) :: p, q
    sum_of%a = p%a + q%a
    sum_of%b = p%b*q%b
  end function
  type(pair) function shifted(p, s)
    type(pair), intent(in) :: p
    real(8), intent(in) :: s
    shifted = p
    shifted%a = p%a + s
  end function
  logical function same(p, q)
    type(pair), intent(in) :: p, q
    same = p%a > q%a
  end function
  real(8) function inner(p, q)
    type(pair), intent(in) :: p, q
    inner = p%a*q%a - p%b*q%b
  end function
  pure function norm(p) result(r)
    type(pair), intent(in) :: p
    real(8) :: r
    r = sqrt(p%a**2 + p%b**2)
  end function
  function fresh(a) result(p)
    real(8), intent(in), optional :: a
    type(pair) :: p
    p%a = 0.25d0
    if (present(a)) p%a = a
  end function
  type(pair) function flipped(q, by)
    type(pair), intent(in) :: q
    integer, intent(in) :: by
    flipped = halved(pair(q%b, q%a + by))
  contains
    real(8) function nothing()
      nothing = 1
    end function
  end function
  subroutine from_number(p, s)
    type(pair), intent(out) :: p
    real(8), intent(in) :: s
    p%a = s
  end subroutine
  subroutine halves(p, q)
    type(pair), intent(inout) :: p
    type(pair), intent(in) :: q
    p%a = 0.5d0*q%a + 0.1d0*p%b
    p%b = 0.5d0*q%b + 0.1d0*p%a
  end subroutine
  function halved(q) result(p)
    type(pair), intent(in) :: q
    type(pair) :: p
    p = q
  end function
  subroutine put(h, g)
    class(held), intent(inout) :: h
    class(held), intent(in) :: g
    h%v = 2*g%v + h%k
    h%k = g%k + 1
  end subroutine
  type(held) function twice_of(h, s) result(g)
    class(held), intent(in) :: h
    real(8), intent(in) :: s
    g%v(1) = h%v(2)*s
    g%v(2) = g%v(2)*h%v(1)
  end function
end module pairs
module uses_pairs
  use pairs, only: pair, held, operator(+), operator(==), operator(.dot.), operator(.norm.), fresh
  implicit none
contains
  subroutine operated(n, x, y, e)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    real(8), intent(out) :: e
    type(pair) :: p, q, all(n)
    type(held) :: h, g
    integer :: i, trips
    p = pair(x(1), y(1))
    q = p
    e = 0
    trips = 0
    do i = 1, n
      all(i) = fresh(a=x(i)) + 0.5d0*y(i)
      q = q + all(i) + fresh()
      if (p + 0.1d0 == q) then
        e = e + (p + q .dot. all(i))
      else if (.norm. q > 100) then
        e = e*2
      end if
      y(i) = -(.norm. q) + scaled(q + p, i)
      associate (d => p + q, s => .norm. p)
        e = e + d%a*s
      end associate
    end do
    if (e > 1d6) goto 10
    e = e + 1
10  p = p + x(n)
    trips = trips + 1
    e = e + p%a*p%b
    if (trips < 3) go to 10
    h%v = x(1)
    g = h .plus. y(1)
    g = g
    h = (g .plus. 0.5d0) .plus. 1d0
    e = e + sum(h%v) + g%v(1)*h%k + p%a
  contains
    real(8) function scaled(r, k)
      type(pair), intent(in) :: r
      integer, intent(in) :: k
      scaled = (r + moved(k)) .dot. r
    end function
    function moved(k) result(m)
      integer, intent(in) :: k
      type(pair) :: m
      m%a = x(k)*p%a
    end function
  end subroutine operated
end module uses_pairs
!=== arrays that assignments allocate are copies
! routine = "copies"
! arguments = ["n: int32", "m: int32", "x: float64(n)", "a: float64(n, m)", "y: float64"]
! wrt = ["x", "a"]
! of = ["x", "y"]
! sizes = { n = 4, m = 3 }
subroutine copies(n, m, x, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: y
  type state
    real(8), allocatable :: u(:)
  end type state
  type(state) :: s, half
  real(8), allocatable :: t(:), w(:), c(:, :)
  integer :: i
  t = x
  t(1) = 2*t(1)
  allocate(w, mold=t)
  w = t(size(t):1:-1)
  t(2) = t(2)**2
  c = transpose(a)
  c(1, 2) = c(1, 2)*x(2)
  x(1) = x(1)*w(3)
  s%u = a(:, 2)
  half = s
  half%u(2) = half%u(2)*x(3)
  do i = 1, 2
    w = t
    w(i) = w(i) + half%u(2)
    t(3) = t(3)*s%u(2)
  end do
  if (t(3) > 1) w = x
  w(4) = w(4)**2
  y = sum(w*t*x) + sum(c) + sum(half%u*s%u)
end subroutine copies
!=== types that extend others: components, bound procedures, objects as the older type, arrays
! routine = "moved"
! module = "extended"
! arguments = ["n: int32", "x: float64(n)", "v: float64", "s: float64 out"]
! wrt = ["x", "v"]
! of = ["s"]
! sizes = { n = 3 }
! edges = [{ n = 1 }]
module extended
  implicit none
  type, abstract :: named
    integer :: id = 4
  contains
    procedure(weighed), deferred :: weight
  end type named
  abstract interface
    real(8) function weighed(self)
      import :: named
      class(named), intent(in) :: self
    end function weighed
  end interface
  type, extends(named) :: point
    real(8) :: x, y = 2
  contains
    procedure :: weight => light
    procedure, pass :: up
    procedure, pass(at) :: put
  end type point
  type, extends(point) :: heavy
    real(8) :: m(2)
  contains
    procedure :: weight => much
  end type heavy
  type, extends(point) :: plain
    real(8) :: z = 3
  end type plain
contains
  real(8) function light(self)
    class(point), intent(in) :: self
    light = self%x*self%id
  end function light
  real(8) function much(self)
    class(heavy), intent(in) :: self
    much = sum(self%m)*self%point%weight()
  end function much
  subroutine up(self, by)
    class(point), intent(inout) :: self
    real(8), intent(in) :: by
    self%x = self%x*by
    self%y = self%y + by
  end subroutine up
  subroutine put(by, at)
    real(8), intent(in) :: by
    class(point), intent(inout) :: at
    at%x = by
  end subroutine put
  subroutine each(n, p, by)
    integer, intent(in) :: n
    class(point), intent(inout) :: p(n)
    real(8), intent(in) :: by
    integer :: i
    do i = 1, n
      p(i)%x = p(i)%x + by*p(i)%y
    end do
  end subroutine each
  subroutine moved(n, x, v, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), v
    real(8), intent(out) :: s
    type(heavy) :: h, g
    type(plain) :: p(n)
    integer :: i
    p%x = x
    h = heavy(id=2, x=v, m=[x(1), v])
    call h%point%up(v)
    g = h
    do i = 1, n
      call p(i)%up(by=v)
      call up(p(i), x(n))
    end do
    call each(n, p, v)
    associate (q => g%point)
      q%y = q%y*p(1)%z*v
    end associate
    s = h%weight() + g%y*p(n)%weight() + sum(p%x*p%y)
  end subroutine moved
end module extended
!=== allocatable components of one name and two ranks
! routine = "two_ranks"
! arguments = ["n: int32", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
module two_ranks_parts
  type :: line
    real(8), allocatable :: r(:)
  end type line
  type :: plane
    real(8), allocatable :: r(:, :)
  end type plane
end module two_ranks_parts
subroutine two_ranks(n, x, y)
  use two_ranks_parts
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(line) :: l
  type(plane) :: p
  allocate (l%r(0:n), p%r(n, -1:1))
  l%r = 1
  l%r(0:n-1) = x
  p%r = 2
  p%r(:, -1) = x**2
  y = sum(l%r(0:2)*p%r(1:3, -1)) + p%r(1, 1)*l%r(n)
end subroutine two_ranks
!=== generic names that types bind, also those of the type that one extends
! routine = "valued"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
module lines
  implicit none
  type line
    real(8) :: slope = 1
    logical :: ready = .true.
  contains
    procedure :: at => line_at
    procedure :: at_step => line_at_step
    generic :: value => at, at_step
    procedure :: tilt => line_tilt
    procedure :: tilt_by => line_tilt_by
    generic :: turn => tilt, tilt_by
  end type line
  type, extends(line) :: curve
    real(8) :: bend = 2
  contains
    procedure :: at => curve_at
    procedure :: along => curve_along
    generic :: value => along
  end type curve
contains
  real(8) function line_at(this, x)
    class(line), intent(in) :: this
    real(8), intent(in) :: x
    line_at = this%slope*x
  end function line_at
  real(8) function line_at_step(this, k)
    class(line), intent(in) :: this
    integer, intent(in) :: k
    line_at_step = this%slope**2*k
  end function line_at_step
  real(8) function curve_at(this, x)
    class(curve), intent(in) :: this
    real(8), intent(in) :: x
    curve_at = this%slope*x + this%bend*x**3
  end function curve_at
  function curve_along(this, x) result(y)
    class(curve), intent(in) :: this
    real(8), intent(in) :: x(:)
    real(8) :: y(size(x))
    y = this%bend*x**2
  end function curve_along
  subroutine line_tilt(this, by)
    class(line), intent(inout) :: this
    real(8), intent(in) :: by
    if (this%ready) this%slope = by**2
  end subroutine line_tilt
  subroutine line_tilt_by(this, by, times)
    class(line), intent(inout) :: this
    real(8), intent(in) :: by, times
    this%slope = this%slope + by*times
  end subroutine line_tilt_by
end module lines
subroutine valued(n, x, y)
  use lines
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  type(line) :: l
  type(curve) :: c
  call l%turn(x(1))
  y(1) = l%value(x(2)) + l%value(3)
  call l%turn(x(2), x(3))
  y(2) = l%value(x(1))
  c%bend = x(3)
  call c%turn(x(4))
  y(3:4) = c%value(x(1:2))
  y(4) = y(4)*c%value(x(2))
end subroutine valued

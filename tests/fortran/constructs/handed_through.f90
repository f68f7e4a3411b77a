!=== components that a bound procedure frees and allocates, with two extents
! routine = "remade"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.6, high = 0.9 } }, { x = { low = 0.1, high = 0.4 } }]
module stores_remade
  implicit none
  type store
    integer :: n = 0
    real(8) :: scale = 0.5d0
    real(8), allocatable :: u(:), v(:)
  contains
    procedure :: make
    procedure :: free
    procedure :: ensure
    procedure :: grow
    procedure :: fill
  end type store
contains
  subroutine make(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    self%n = n
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    allocate(self%u(n), self%v(n))
    self%u = 0
    self%v = 1
  end subroutine make
  subroutine free(self)
    class(store), intent(inout) :: self
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    self%n = 0
  end subroutine free
  subroutine ensure(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    if (.not. allocated(self%u)) then
      allocate(self%u(n))
      self%u = 2
    end if
    self%u(1) = self%u(1) + 1
  end subroutine ensure
  subroutine grow(self)
    class(store), intent(inout) :: self
    real(8), allocatable :: t(:)
    allocate(t(2*size(self%u)))
    t(:size(self%u)) = self%u
    t(size(self%u) + 1:) = self%u*0.5d0
    call move_alloc(t, self%u)
  end subroutine grow
  subroutine fill(self, x)
    class(store), intent(inout) :: self
    real(8), intent(in) :: x(:)
    self%u = x*self%scale
  end subroutine fill
  subroutine anew(s, x)
    type(store), intent(out) :: s
    real(8), intent(in) :: x(:)
    s%u = x**2
    s%n = size(x)
  end subroutine anew
end module stores_remade
subroutine remade(n, x, y)
  use stores_remade
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(store) :: g
  call g%make(n)
  g%u = x*g%v
  y = sum(g%u**2)
  call g%make(n + 1)
  g%u(:n) = x*3
  y = y*sum(g%u)*size(g%u)
  call g%free()
end subroutine remade

!=== components that are allocated where they are not, in a loop and after they are freed
! routine = "ensured"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.6, high = 0.9 } }, { x = { low = 0.1, high = 0.4 } }]
module stores_ensured
  implicit none
  type store
    integer :: n = 0
    real(8) :: scale = 0.5d0
    real(8), allocatable :: u(:), v(:)
  contains
    procedure :: make
    procedure :: free
    procedure :: ensure
    procedure :: grow
    procedure :: fill
  end type store
contains
  subroutine make(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    self%n = n
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    allocate(self%u(n), self%v(n))
    self%u = 0
    self%v = 1
  end subroutine make
  subroutine free(self)
    class(store), intent(inout) :: self
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    self%n = 0
  end subroutine free
  subroutine ensure(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    if (.not. allocated(self%u)) then
      allocate(self%u(n))
      self%u = 2
    end if
    self%u(1) = self%u(1) + 1
  end subroutine ensure
  subroutine grow(self)
    class(store), intent(inout) :: self
    real(8), allocatable :: t(:)
    allocate(t(2*size(self%u)))
    t(:size(self%u)) = self%u
    t(size(self%u) + 1:) = self%u*0.5d0
    call move_alloc(t, self%u)
  end subroutine grow
  subroutine fill(self, x)
    class(store), intent(inout) :: self
    real(8), intent(in) :: x(:)
    self%u = x*self%scale
  end subroutine fill
  subroutine anew(s, x)
    type(store), intent(out) :: s
    real(8), intent(in) :: x(:)
    s%u = x**2
    s%n = size(x)
  end subroutine anew
end module stores_ensured
subroutine ensured(n, x, y)
  use stores_ensured
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(store) :: g
  integer :: k
  do k = 1, 3
    call g%ensure(n)
    g%u = g%u*x
  end do
  y = sum(g%u**2)
  call g%free()
  call g%ensure(n + 2)
  y = y + sum(g%u)*x(1)
end subroutine ensured

!=== components that MOVE_ALLOC gives a procedure's array
! routine = "grown"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.6, high = 0.9 } }, { x = { low = 0.1, high = 0.4 } }]
module stores_grown
  implicit none
  type store
    integer :: n = 0
    real(8) :: scale = 0.5d0
    real(8), allocatable :: u(:), v(:)
  contains
    procedure :: make
    procedure :: free
    procedure :: ensure
    procedure :: grow
    procedure :: fill
  end type store
contains
  subroutine make(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    self%n = n
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    allocate(self%u(n), self%v(n))
    self%u = 0
    self%v = 1
  end subroutine make
  subroutine free(self)
    class(store), intent(inout) :: self
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    self%n = 0
  end subroutine free
  subroutine ensure(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    if (.not. allocated(self%u)) then
      allocate(self%u(n))
      self%u = 2
    end if
    self%u(1) = self%u(1) + 1
  end subroutine ensure
  subroutine grow(self)
    class(store), intent(inout) :: self
    real(8), allocatable :: t(:)
    allocate(t(2*size(self%u)))
    t(:size(self%u)) = self%u
    t(size(self%u) + 1:) = self%u*0.5d0
    call move_alloc(t, self%u)
  end subroutine grow
  subroutine fill(self, x)
    class(store), intent(inout) :: self
    real(8), intent(in) :: x(:)
    self%u = x*self%scale
  end subroutine fill
  subroutine anew(s, x)
    type(store), intent(out) :: s
    real(8), intent(in) :: x(:)
    s%u = x**2
    s%n = size(x)
  end subroutine anew
end module stores_grown
subroutine grown(n, x, y)
  use stores_grown
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(store) :: g
  g%u = x
  call g%grow()
  y = sum(g%u**2)*size(g%u)
  call g%grow()
  y = y + sum(g%u**3)*size(g%u)
end subroutine grown

!=== components that assignments of a procedure allocate; INTENT(OUT) frees
! routine = "filled"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.6, high = 0.9 } }, { x = { low = 0.1, high = 0.4 } }]
module stores_filled
  implicit none
  type store
    integer :: n = 0
    real(8) :: scale = 0.5d0
    real(8), allocatable :: u(:), v(:)
  contains
    procedure :: make
    procedure :: free
    procedure :: ensure
    procedure :: grow
    procedure :: fill
  end type store
contains
  subroutine make(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    self%n = n
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    allocate(self%u(n), self%v(n))
    self%u = 0
    self%v = 1
  end subroutine make
  subroutine free(self)
    class(store), intent(inout) :: self
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    self%n = 0
  end subroutine free
  subroutine ensure(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    if (.not. allocated(self%u)) then
      allocate(self%u(n))
      self%u = 2
    end if
    self%u(1) = self%u(1) + 1
  end subroutine ensure
  subroutine grow(self)
    class(store), intent(inout) :: self
    real(8), allocatable :: t(:)
    allocate(t(2*size(self%u)))
    t(:size(self%u)) = self%u
    t(size(self%u) + 1:) = self%u*0.5d0
    call move_alloc(t, self%u)
  end subroutine grow
  subroutine fill(self, x)
    class(store), intent(inout) :: self
    real(8), intent(in) :: x(:)
    self%u = x*self%scale
  end subroutine fill
  subroutine anew(s, x)
    type(store), intent(out) :: s
    real(8), intent(in) :: x(:)
    s%u = x**2
    s%n = size(x)
  end subroutine anew
end module stores_filled
subroutine filled(n, x, y)
  use stores_filled
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(store) :: g
  call g%fill(x)
  y = sum(g%u**2)
  g%scale = x(1)
  call g%fill(x(2:))
  y = y + sum(g%u**3)*size(g%u)
  g%v = x
  call anew(g, x(3:))
  y = y + sum(g%u)*g%n*g%scale
  if (.not. allocated(g%v)) y = y*x(2)
end subroutine filled

!=== components that two procedures allocate, as data decide
! routine = "chosen"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.6, high = 0.9 } }, { x = { low = 0.1, high = 0.4 } }]
module stores_chosen
  implicit none
  type store
    integer :: n = 0
    real(8) :: scale = 0.5d0
    real(8), allocatable :: u(:), v(:)
  contains
    procedure :: make
    procedure :: free
    procedure :: ensure
    procedure :: grow
    procedure :: fill
  end type store
contains
  subroutine make(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    self%n = n
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    allocate(self%u(n), self%v(n))
    self%u = 0
    self%v = 1
  end subroutine make
  subroutine free(self)
    class(store), intent(inout) :: self
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    self%n = 0
  end subroutine free
  subroutine ensure(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    if (.not. allocated(self%u)) then
      allocate(self%u(n))
      self%u = 2
    end if
    self%u(1) = self%u(1) + 1
  end subroutine ensure
  subroutine grow(self)
    class(store), intent(inout) :: self
    real(8), allocatable :: t(:)
    allocate(t(2*size(self%u)))
    t(:size(self%u)) = self%u
    t(size(self%u) + 1:) = self%u*0.5d0
    call move_alloc(t, self%u)
  end subroutine grow
  subroutine fill(self, x)
    class(store), intent(inout) :: self
    real(8), intent(in) :: x(:)
    self%u = x*self%scale
  end subroutine fill
  subroutine anew(s, x)
    type(store), intent(out) :: s
    real(8), intent(in) :: x(:)
    s%u = x**2
    s%n = size(x)
  end subroutine anew
end module stores_chosen
subroutine chosen(n, x, y)
  use stores_chosen
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(store) :: g
  if (x(1) > 0.5d0) then
    call g%make(n)
  else
    call g%ensure(n)
  end if
  y = sum((g%u + 1)*x)
end subroutine chosen

!=== copies of objects with components that are not allocated
! routine = "copied"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.6, high = 0.9 } }, { x = { low = 0.1, high = 0.4 } }]
module stores_copied
  implicit none
  type store
    integer :: n = 0
    real(8) :: scale = 0.5d0
    real(8), allocatable :: u(:), v(:)
  contains
    procedure :: make
    procedure :: free
    procedure :: ensure
    procedure :: grow
    procedure :: fill
  end type store
contains
  subroutine make(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    self%n = n
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    allocate(self%u(n), self%v(n))
    self%u = 0
    self%v = 1
  end subroutine make
  subroutine free(self)
    class(store), intent(inout) :: self
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    self%n = 0
  end subroutine free
  subroutine ensure(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    if (.not. allocated(self%u)) then
      allocate(self%u(n))
      self%u = 2
    end if
    self%u(1) = self%u(1) + 1
  end subroutine ensure
  subroutine grow(self)
    class(store), intent(inout) :: self
    real(8), allocatable :: t(:)
    allocate(t(2*size(self%u)))
    t(:size(self%u)) = self%u
    t(size(self%u) + 1:) = self%u*0.5d0
    call move_alloc(t, self%u)
  end subroutine grow
  subroutine fill(self, x)
    class(store), intent(inout) :: self
    real(8), intent(in) :: x(:)
    self%u = x*self%scale
  end subroutine fill
  subroutine anew(s, x)
    type(store), intent(out) :: s
    real(8), intent(in) :: x(:)
    s%u = x**2
    s%n = size(x)
  end subroutine anew
end module stores_copied
subroutine copied(n, x, y)
  use stores_copied
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(store) :: g, h, e
  call g%make(n)
  g%u = x
  h = g
  call g%free()
  h%u(1) = h%u(1)**2
  y = sum(h%u*x)
  call h%make(n)
  y = y + sum(h%v)*x(2)
  h = e
  if (.not. allocated(h%u)) y = y*x(3)
end subroutine copied

!=== allocatable arrays that a procedure exchanges
! routine = "exchanged"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.6, high = 0.9 } }, { x = { low = 0.1, high = 0.4 } }]
module stores_exchanged
  implicit none
  type store
    integer :: n = 0
    real(8) :: scale = 0.5d0
    real(8), allocatable :: u(:), v(:)
  contains
    procedure :: make
    procedure :: free
    procedure :: ensure
    procedure :: grow
    procedure :: fill
  end type store
contains
  subroutine make(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    self%n = n
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    allocate(self%u(n), self%v(n))
    self%u = 0
    self%v = 1
  end subroutine make
  subroutine free(self)
    class(store), intent(inout) :: self
    if (allocated(self%u)) deallocate(self%u)
    if (allocated(self%v)) deallocate(self%v)
    self%n = 0
  end subroutine free
  subroutine ensure(self, n)
    class(store), intent(inout) :: self
    integer, intent(in) :: n
    if (.not. allocated(self%u)) then
      allocate(self%u(n))
      self%u = 2
    end if
    self%u(1) = self%u(1) + 1
  end subroutine ensure
  subroutine grow(self)
    class(store), intent(inout) :: self
    real(8), allocatable :: t(:)
    allocate(t(2*size(self%u)))
    t(:size(self%u)) = self%u
    t(size(self%u) + 1:) = self%u*0.5d0
    call move_alloc(t, self%u)
  end subroutine grow
  subroutine fill(self, x)
    class(store), intent(inout) :: self
    real(8), intent(in) :: x(:)
    self%u = x*self%scale
  end subroutine fill
  subroutine anew(s, x)
    type(store), intent(out) :: s
    real(8), intent(in) :: x(:)
    s%u = x**2
    s%n = size(x)
  end subroutine anew
end module stores_exchanged
subroutine exchanged(n, x, y)
  use stores_exchanged
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: a(:), b(:)
  allocate(a(n), source=x)
  b = x(2:)*3
  call exchange(a, b)
  y = sum(a**2)*size(a) + sum(b)*size(b)
contains
  subroutine exchange(p, q)
    real(8), allocatable, intent(inout) :: p(:), q(:)
    real(8), allocatable :: t(:)
    call move_alloc(p, t)
    call move_alloc(q, p)
    call move_alloc(t, q)
  end subroutine exchange
end subroutine exchanged

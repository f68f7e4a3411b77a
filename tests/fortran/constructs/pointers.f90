!=== pointers that are other names
! routine = "pointing"
! arguments = ["n: int32", "m: int32", "x: float64(n,m) inout", "s: float64 out"]
! wrt = ["x"]
! of = ["x", "s"]
! sizes = { n = 4, m = 3 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.4 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine pointing(n, m, x, s)
  implicit none
  type cell
    real(8) :: u, v(3)
  end type cell
  integer, intent(in) :: n, m
  real(8), intent(inout), target :: x(n, m)
  real(8), intent(out) :: s
  type(cell), target :: c(4)
  type(cell), pointer :: t
  real(8), pointer :: p(:), w(:), q
  real(8), pointer, save :: kept(:) => null()
  real(8), target :: b(0:n)
  integer :: i, k
  b = 0.5d0
  k = 2
  p => x(:, k)
  k = 1
  p(1) = p(1)*x(1, k)
  x(2, 2) = x(2, 2) + p(1)
  p => x(n:1:-1, 1)
  w => p(2:)
  w(1) = w(1)*p(1)
  p => b
  p(0) = w(2)
  p => b(:)
  s = p(1) + 3*p(2)
  do i = 1, n
    t => c(i)
    t%u = x(i, 1)
    t%v = x(i, m)**2
    q => t%v(2)
    if (q > 1) cycle
    q = q*t%u
  end do
  kept => x(:, m)
  do i = 1, n
    t => c(n + 1 - i)
    if (x(i, 1) > 0.7d0) then
      p => x(:, 1)
      q => p(i)
      q = q*2
      if (t%u > 1.3d0) exit
    else
      p => kept(i:)
      p = p*t%u
    end if
    nullify (t)
    s = s + sum(x)*i
  end do
  do 20 i = 1, m
    q => x(1, i)
20  s = s + q*c(i)%v(2)
  p => x(:, 2)
  call mixed(n, p, x(:, 1))
contains
  subroutine mixed(l, u, v)
    integer, intent(in) :: l
    real(8), intent(in) :: u(l)
    real(8), intent(inout) :: v(l)
    real(8), pointer :: own(:)
    allocate(own(l))
    own = u**2
    v = v + own(l:1:-1)
    deallocate(own)
  end subroutine mixed
end subroutine pointing
!=== pointers that are allocated
! routine = "owning"
! arguments = ["n: int32", "x: float64(n)", "s: float64 out"]
! wrt = ["x"]
! of = ["s"]
! sizes = { n = 5 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.4 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine owning(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), dimension(:), pointer :: p, w, view
  integer, pointer :: at(:)
  real(8) :: t
  integer :: i
  s = 0
  if (x(1) > 0.5d0) then
    allocate(p(n))
    p = x**2
    s = sum(p)
    deallocate(p)
  end if
  allocate(p(0:2), w(n), at(n))
  p = x(:3)
  w = 1
  do i = 1, n
    at(i) = n + 1 - i
  end do
  view => w(2:4)
  view = view*p
  t = p(0)
  deallocate(p)
  allocate(p(2))
  p = t
  s = s + sum(w(at)*x) + sum(p)*size(p)
  nullify(p)
end subroutine owning
!=== components that are pointers and only allocated
! routine = "solved"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.4, high = 1.4 } }
module solutions
  implicit none
  type solution
    integer :: n = 0
    real(8), pointer :: mesh(:)
    real(8), dimension(:, :), pointer :: u => null()
    real(8), pointer, dimension(:) :: spare => null()
    real(8) :: scaling = 2
  end type solution
contains
  subroutine doubled(s)
    type(solution), intent(in) :: s
    s%mesh = s%mesh*s%mesh + 1
  end subroutine doubled
  real(8) function total(s)
    type(solution), intent(in) :: s
    total = sum(s%mesh)*s%scaling + sum(s%u(2, :)*s%u(1, :))
  end function total
end module solutions
subroutine solved(n, x, y)
  use solutions
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(solution) :: s
  integer :: k
  nullify(s%mesh, s%u)
  y = 0
  if (.not. associated(s%u)) y = 1
  allocate(s%mesh(n), s%u(2, n))
  s%mesh = x
  s%u(1, :) = x**2
  s%u(2, :) = s%mesh*3
  call doubled(s)
  call doubled(s)
  s%n = n
  y = y + total(s)
  do k = 1, 3
    allocate(s%mesh(k + 1))
    s%mesh = x(k)*x(:k + 1)
    y = y + sum(s%mesh**2)*size(s%mesh)
    if (associated(s%mesh)) y = y + k*x(1)
  end do
  s%u => null()
  if (associated(s%u)) y = 0
end subroutine solved

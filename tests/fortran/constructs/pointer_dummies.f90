!=== dummies that are pointers, of pointers to sections and of allocated ones
! routine = "pointed"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
module used_pointed
  implicit none
contains
  subroutine smooth(p, q)
    real(8), pointer, intent(in) :: p(:)
    real(8), pointer :: q(:)
    integer :: i
    q(1) = p(1)**2
    do i = 2, size(p)
      q(i) = p(i)*q(i - 1)
    end do
  end subroutine smooth
end module used_pointed
subroutine pointed(n, x, y)
  use used_pointed
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), pointer :: p(:), q(:), r(:)
  real(8), allocatable, target :: t(:)
  allocate(t(0:n), q(n))
  t(1:) = x
  t(0) = 1
  p => t(1:)
  call smooth(p, q)
  r => q(2:3)
  r = r*x(1)
  p => t(2:n)
  call smooth(r, p)
  y = sum(q*x) + sum(t*t)*size(p)
  deallocate(q)
end subroutine pointed

!=== pointers with bounds of their own into a work array, with several dimensions
! routine = "remapped"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
subroutine remapped(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), target :: work(30)
  real(8), pointer :: a(:, :), h(:), s(:)
  integer :: i, j
  work = 0.5d0
  a(0:2, 1:n) => work(4:)
  h(1:n) => work(4 + 3*n:3 + 4*n)
  s(1:n) => work(20:)
  do j = 1, n
    do i = 0, 2
      a(i, j) = x(j)**i + j
    end do
    h(j) = a(1, j)*x(1)
    s(j) = h(j)**2
  end do
  a(2, :) = a(2, :)*s
  a(0:1, 2) = a(1:2, 3)
  a(2:1:-1, 1) = a(0:1, 4)
  y = sum(a(1, 1:n:2))*sum(work) + sum(a(:, 2))*work(5)
end subroutine remapped

!=== pointers with bounds of their own, in three dimensions, and of an array from 0 on
! routine = "begun"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
subroutine begun(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), target :: work(0:29)
  real(8), pointer :: a(:, :, :), h(:), g(:)
  integer :: i
  work = x(2)
  a(1:2, 1:2, 0:n) => work
  h(1:n) => work
  g(1:) => work(3:10)
  do i = 0, n - 1
    a(1, 2, i) = x(i + 1)*work(i)
    a(2, 1, :) = x(1)*i
  end do
  h(2) = h(3)*x(2)
  g(1) = x(3)
  y = sum(a(1, 2, :)**2)*size(h)*size(g) + sum(work)
end subroutine begun

!=== ASSOCIATED of pointers that are set, nullified and allocated
! routine = "asked"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
subroutine asked(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), pointer :: p(:), q(:)
  real(8), target :: t(n)
  t = x
  nullify(q)
  y = 1
  if (associated(q)) y = 2
  p => t
  if (associated(p)) y = y*sum(p)
  p => null()
  if (.not. associated(p)) y = y*x(2)
  if (.not. associated(q)) allocate(q(n))
  q = x
  if (associated(q)) y = y*sum(q**2)
  nullify(q)
  if (.not. associated(q)) y = y*3
end subroutine asked

!=== pointers to columns of a component that is a pointer, in a loop
! routine = "columned"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
module used_columned
  implicit none
  type cells
    real(8), pointer :: w(:, :) => null()
  end type cells
contains
  subroutine begin(c, n, x)
    type(cells), intent(inout) :: c
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    integer :: k
    allocate(c%w(n, n + 1))
    do k = 1, n + 1
      c%w(:, k) = x*k
    end do
  end subroutine begin
  subroutine along(c, x, y)
    type(cells), intent(inout) :: c
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    real(8), pointer :: p(:), one
    integer :: k
    y = 0
    do k = 1, size(c%w, 2)
      p => c%w(:, k)
      p(1) = p(1)*x(2)
      y = y + sum(p*x)*p(2)
    end do
    one => c%w(2, 1)
    one = one*x(1)
    y = y + c%w(2, 1)
  end subroutine along
end module used_columned
subroutine columned(n, x, y)
  use used_columned
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  type(cells) :: c
  call begin(c, n, x)
  call along(c, x, y)
end subroutine columned

!=== arrays that are allocated with extents of data
! routine = "allocating"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine allocating(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8), allocatable :: w(:), a(:, :), v(:)
  complex(8), allocatable :: z(:)
  integer :: m, i, k
  m = count(x > 0.6d0)
  allocate(w(m), a(m, 2), v(0:m), z(m))
  w = x(1:m)**2
  a(:, 1) = w*2 + y(1:m)
  a(:, 2) = a(m:1:-1, 1)
  a = a*0.5d0
  v = 1
  v(0:m-1) = w - v(1:)
  do i = 1, m
    z(i) = cmplx(w(i), a(i, 2), 8)
  end do
  z = z*z
  k = size(w) + size(a, 1)*size(a, 2)
  y(1) = y(1) + k*sum(w) + sum(a(:, 2)*w) + sum(v) + max(1d0, sum(a))
  m = 0
  do i = 1, size(w)
    y(i) = y(i)*w(i) + a(i, 2)*v(i) + aimag(z(i))
    m = m + 1
  end do
  m = min(m, n)
  call scaled(m, w, y)
  deallocate(w)
  allocate(w(m + 1))
  w = 2
  w(:m) = w(2:)*y(1:m)
  y(n) = y(n) + sum(w)*size(w)
contains
  subroutine scaled(l, u, t)
    integer, intent(in) :: l
    real(8), intent(in) :: u(*)
    real(8), intent(inout) :: t(n)
    real(8) :: own(n)
    integer :: j
    own(:l) = u(l:1:-1)
    own(2:l) = own(:l-1)*own(2:l)
    do j = 1, l
      t(j) = t(j) + own(j)
    end do
  end subroutine scaled
end subroutine allocating
!=== complex dummy arguments with extents of data
! routine = "turning"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n) inout"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { x = { low = 0.2, high = 1.4 }, y = { low = 0.5, high = 1.5 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine turning(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  complex(8) :: z(n), w(n)
  integer :: m, i
  do i = 1, n
    z(i) = cmplx(x(i), y(i), 8)
  end do
  w = z*(0d0, 1d0)
  m = count(x > 0.6d0)
  call turn(m, z, w)
  if (m > 1) call turn(m - 1, z(2), w)
  call pairs(2*m, z)
  do i = 1, n
    y(i) = y(i) + real(z(i))*aimag(w(i)) + 0.1d0*x(i)
  end do
contains
  subroutine turn(l, u, v)
    integer, intent(in) :: l
    complex(8), intent(inout) :: u(l)
    complex(8), intent(in) :: v(l)
    integer :: j
    do j = 1, l
      u(j) = u(j)*v(j) + j
    end do
    u(1:l) = u(1:l)*0.5d0 + conjg(v)
    if (l > 0) u(l) = u(l) + sum(u)*size(u)
  end subroutine turn
  subroutine pairs(l, u)
    integer, intent(in) :: l
    complex(8), intent(inout) :: u(l/2)
    integer :: j
    do j = l/2, 1, -1
      u(j) = u(j)*u(1)*(0d0, 0.5d0)
    end do
  end subroutine pairs
end subroutine turning
!=== extents that a loop leaves, and the largest of an integer array
! routine = "leaving"
! arguments = ["n: int32", "m: int32", "k: int32(n)", "x: float64(n, m)", "y: float64(n) inout"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 4, m = 5 }
! inputs = { k = { values = [2, 4, 1, 3] }, x = { low = 0.2, high = 1.4 }, y = { low = 0.5, high = 1.5 } }
! also = [{ x = { low = 1.1, high = 1.2 } }, { x = { low = 0.1, high = 0.2 } }]
subroutine leaving(n, m, k, x, y)
  implicit none
  integer, intent(in) :: n, m
  integer, intent(in) :: k(n)
  real(8), intent(in) :: x(n, m)
  real(8), intent(inout) :: y(n)
  real(8), allocatable :: w(:, :), v(:)
  real(8) :: t
  integer :: i, j, top
  allocate(w(n, maxval(k)))
  w = 0.3d0
  do i = 1, n
    do j = 1, k(i)
      w(i, j) = w(i, j) + x(i, j)**2
    end do
  end do
  do i = 1, n
    y(i) = y(i) + sum(w(i, :))*size(w, 2)
  end do
  top = 3
  t = 1
  do i = m, m + 4
    t = t*(x(1, 1) + 1)
    if (t > 3d0) then
      top = i + 1
      go to 10
    end if
  end do
10 allocate(v(0:top))
  v(top) = 1
  do i = top - 1, 0, -1
    v(i) = v(i + 1)*x(2, 1) + x(1, 2)
  end do
  y(1) = y(1)*v(0) + ubound(v, 1)
end subroutine leaving
!=== whole rows as arguments of functions whose values are as long as data say
! routine = "rows"
! arguments = ["n: int32", "k: int32(n)", "x: float64(2, n, 4)", "y: float64(4, 3) inout"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 3 }
! inputs = { k = { values = [2, 3, 1] }, x = { low = 0.2, high = 1.4 }, y = { low = 0.5, high = 1.5 } }
subroutine rows(n, k, x, y)
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(2, n, 4)
  real(8), intent(inout) :: y(4, 3)
  integer :: m, i
  m = min(maxval(k) + 1, 4)
  do i = 1, 2
    y(:, i) = law(x(i, :, :), m)*y(1:m, 3)
  end do
contains
  function law(v, l) result(w)
    real(8), intent(in) :: v(:, :)
    integer, intent(in) :: l
    real(8) :: w(l)
    integer :: j
    do j = 1, l
      w(j) = v(1, j)**2 + sum(v(:, j))
    end do
  end function law
end subroutine rows
!=== extents that are known on some paths alone
! routine = "paths"
! arguments = ["n: int32", "k: int32(n)", "x: float64(n)", "y: float64(n) inout"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { k = { values = [2, 1, 0, 2, 3, 1] }, x = { low = 0.2, high = 1.4 }, y = { low = 0.5, high = 1.5 } }
subroutine paths(n, k, x, y)
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8), allocatable :: v(:)
  integer :: i, j, top, room
  top = 1
  do i = 1, n - 2
    do j = 1, n
      room = top + 1
      if (k(j) > 2) room = 2
      call filled(room, x(j), y(i))
    end do
    if (k(i) > 1) top = i
  end do
  top = k(1)
  do i = 1, n
    if (k(i) == 3) top = k(i) + 2
    if (k(i) == 0) top = 1
  end do
  allocate(v(top))
  v = x(2)
  y(1) = y(1)*sum(v) + top
contains
  subroutine filled(l, s, t)
    integer, intent(in) :: l
    real(8), intent(in) :: s
    real(8), intent(inout) :: t
    real(8) :: w(l)
    integer :: q
    w = s
    do q = 2, l
      w(q) = w(q)*w(q - 1)
    end do
    t = t + sum(w)*0.1d0
  end subroutine filled
end subroutine paths
!=== dummy arguments of the routine itself whose bounds are elements of integer arguments
! routine = "fields"
! arguments = ["n: int32", "mi: int32(2)", "v: float64(v_1) inout", "w: float64(w_1)", "y: float64(n)"]
! wrt = ["v", "w"]
! of = ["v", "y"]
! sizes = { n = 4, v_1 = 12, w_1 = 3 }
! inputs = { mi = { low = 2, high = 2 } }
! edges = [{ n = 0, v_1 = 9, w_1 = 3 }, { n = 1, v_1 = 5, w_1 = 3 }]
subroutine fields(n, mi, v, w, y)
  implicit none
  integer :: n, mi(*), i, k
  real(8) :: v(0:mi(2), *), w(mi(1):2*mi(2)), y(n)
  do i = 1, n
    y(i) = sum(w)*size(w)
    do k = 0, mi(2)
      y(i) = y(i) + v(k, i)**2*w(mi(1))
    end do
    v(0, i) = v(mi(2), i)*y(i)
    call scaled(mi, v(1, i), w)
  end do
contains
  subroutine scaled(mi, a, w)
    integer, intent(in) :: mi(*)
    real(8), intent(inout) :: a(mi(1))
    real(8), intent(in) :: w(:)
    a = a*w(2) + ubound(w, 1)
  end subroutine scaled
end subroutine fields

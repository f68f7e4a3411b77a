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

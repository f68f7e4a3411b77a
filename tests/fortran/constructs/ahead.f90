!=== arrays that are allocated on some ways, and used and freed behind them
! routine = "ways"
! arguments = ["n: int32", "mode: int32", "x: float64(n)", "y: float64(3) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5, mode = 1 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.4 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine ways(n, mode, x, y)
  implicit none
  integer, intent(in) :: n, mode
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(3)
  real(8), allocatable :: w(:), v(:), u(:, :)
  integer :: i, status
  status = 7
  if (mode == 1) allocate(w(n), stat=status)
  y = [product(x), 0d0, 1d0*status]
  if (mode == 1) then
    w = x**2
    y(1) = y(1) + sum(w)
  end if
  if (mode == 1) deallocate(w)
  do i = 1, n
    if (.not. allocated(v)) then
      allocate(v(n))
      v = 0
    end if
    v(i) = x(i)**2
    if (x(i) > 0.5d0) then
      y(2) = y(2) + sum(v)*v(i)
      deallocate(v)
    end if
  end do
  if (allocated(v)) y(2) = y(2) + 10*sum(v)
  select case (n)
  case (:2)
    y(3) = 0
  case default
    allocate(u(0:n, -1:1))
    u = 0.5d0
    u(1:, -1) = x
  end select
  i = 0
  do while (i < n .and. y(3) < 9)
    i = i + 1
    y(3) = y(3) + u(i, -1)**2 + u(0, 1)*lbound(u, 2)
  end do
  if (allocated(u)) deallocate(u)
end subroutine ways
!=== arrays that the first trip of a loop allocates, and others that a value does
! routine = "trips"
! arguments = ["n: int32", "m: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4, m = 3 }
! inputs = { x = { low = 0.4, high = 1.2 } }
subroutine trips(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:), v(:), u(:)
  integer :: i
  y = 0
  do i = 1, m
    if (i == 1) then
      allocate(w(n))
      w = x
    end if
    w = 0.5d0*w**2 + i
    y = y + sum(w)
  end do
  if (x(1) > 0.8d0) then
    allocate(v(n))
    v = x
  end if
  if (allocated(v)) v = v*x(2)
  if (.not. allocated(v)) then
    allocate(v(n))
    v = 2*x
  end if
  y = y*sum(v**2)*size(v)
  allocate(u(n))
  u = x
  y = y + sum(u)
  deallocate(u)
  do i = 1, 3
    if (mod(i, 2) == 1) then
      if (.not. allocated(u)) allocate(u(n))
      u(1) = x(1)*i
      u(2:) = 2
      y = y + u(1)**2 + sum(u)
    else if (allocated(u)) then
      y = y*u(1)
      deallocate(u)
    end if
  end do
end subroutine trips

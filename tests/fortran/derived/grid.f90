module cells
  implicit none
  integer, parameter :: rk = selected_real_kind(15)
  type cell
    real(rk) :: t, q(2)
  end type cell
  type(cell), allocatable :: table(:)
  type(cell) :: ambient
end module cells

module gridmod
  use cells
  implicit none
  type grid
    integer :: n
    real(rk), allocatable :: u(:), w(:, :)
    type(cell) :: c(3)
    logical :: periodic = .true.
    character(10) :: name = 'grid'
  end type grid
  real(rk) :: c_t
contains
  subroutine make(g, n)
    type(grid), intent(inout) :: g
    integer, intent(in) :: n
    g%n = n
    allocate (g%u(0:n+1), g%w(n, 2), table(-1:1))
  end subroutine make

  subroutine step(g, dt, dx, s)
    type(grid), intent(inout) :: g
    real(rk), intent(in) :: dt, dx(:)
    real(rk), intent(out) :: s
    integer :: i
    if (g%periodic) then
      g%u(0) = g%u(g%n)
      g%u(g%n + 1) = g%u(1)
    end if
    do i = 1, g%n
      g%w(i, 1) = g%u(i) + dt*(g%u(i+1) - 2*g%u(i) + g%u(i-1))/dx(i)**2
    end do
    g%u(1:g%n) = g%w(:, 1)*g%c(2)%t + sum(g%c(:)%q(1)) + g%c(3)%q(2)*c_t
    g%c(1)%q = g%c(2)%q*table(0)%t
    table(-1)%q(:) = g%c(1)%q*ambient%t
    s = sum(g%u**2) + table(1)%q(2) + table(-1)%q(1)
  end subroutine step

  function energy(ps, first) result(e)
    type(cell), intent(in) :: ps(:)
    type(cell), optional, intent(in) :: first
    real(rk) :: e
    integer :: i
    e = 0
    do i = 1, size(ps)
      e = e*0.9_rk + ps(i)%t*sum(ps(i)%q**2)
    end do
    if (present(first)) e = e*first%t
  end function energy
end module gridmod

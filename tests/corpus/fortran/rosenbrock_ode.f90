! check: --function ros2 --wrt y,k --of y --size n=3,nsteps=2 --set h=0.1
module ode_ros
  implicit none
  integer, parameter :: sp = kind(1e0), dp = kind(1d0)
  abstract interface
    subroutine rhs_if(n, y, p, f)
      import :: dp
      integer, intent(in) :: n
      real(dp), intent(in) :: y(n), p(:)
      real(dp), intent(out) :: f(n)
    end subroutine rhs_if
  end interface
contains
  subroutine lotka(n, y, p, f)
    integer, intent(in) :: n
    real(dp), intent(in) :: y(n), p(:)
    real(dp), intent(out) :: f(n)
    integer :: i
    do i = 1, n
      f(i) = p(1)*y(i)*(1 - y(i)) - p(2)*y(i)*y(1 + mod(i, n))
    end do
  end subroutine lotka

  subroutine jac(fcn, n, y, p, dfdy)
    procedure(rhs_if) :: fcn
    integer, intent(in) :: n
    real(dp), intent(in) :: y(n), p(:)
    real(dp), intent(out) :: dfdy(n, n)
    real(dp) :: yy(n), f0(n), f1(n)
    real(dp), parameter :: d = 1.0e-3_dp
    integer :: j
    call fcn(n, y, p, f0)
    do j = 1, n
      yy = y
      yy(j) = yy(j) + d
      call fcn(n, yy, p, f1)
      dfdy(:, j) = (f1 - f0)/d
    end do
  end subroutine jac

  subroutine gauss(n, a, b)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n, n), b(n)
    integer :: i, j
    real(dp) :: m
    do i = 1, n - 1
      do j = i + 1, n
        m = a(j, i)/a(i, i)
        a(j, i+1:) = a(j, i+1:) - m*a(i, i+1:)
        b(j) = b(j) - m*b(i)
      end do
    end do
    do i = n, 1, -1
      b(i) = (b(i) - dot_product(a(i, i+1:n), b(i+1:n)))/a(i, i)
    end do
  end subroutine gauss

  subroutine ros2(n, nsteps, h, y, k)
    integer, intent(in) :: n, nsteps
    real(dp), intent(in) :: h, k(2)
    real(dp), intent(inout) :: y(n)
    real(dp) :: a(n, n), k1(n), k2(n), f(n), lhs(n, n)
    real(dp) :: g
    integer :: s, i
    g = 1.0_dp + 1.0_dp/sqrt(2.0_dp)
    do s = 1, nsteps
      call jac(lotka, n, y, k, a)
      lhs = -g*h*a
      do i = 1, n
        lhs(i, i) = lhs(i, i) + 1
      end do
      call lotka(n, y, k, k1)
      call gauss(n, lhs, k1)
      call lotka(n, y + h*k1, k, f)
      lhs = -g*h*a
      do i = 1, n
        lhs(i, i) = lhs(i, i) + 1
      end do
      k2 = f - 2*k1
      call gauss(n, lhs, k2)
      y = y + 1.5_dp*h*k1 + 0.5_dp*h*k2
    end do
  end subroutine ros2
end module ode_ros

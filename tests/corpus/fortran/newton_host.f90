! check: --function equilibrium --wrt load,stiff --of disp,energy --size n=4 --set stiff=1.5:2.5,load=0.1:0.5
module solvers
  implicit none
  integer, parameter :: dp = kind(1.0d0)
contains
  subroutine newton1d(f, x, tol, maxit, info)
    interface
      subroutine f(x, r, dr)
        import dp
        real(dp), intent(in) :: x
        real(dp), intent(out) :: r, dr
      end subroutine f
    end interface
    real(dp), intent(inout) :: x
    real(dp), intent(in) :: tol
    integer, intent(in) :: maxit
    integer, intent(out) :: info
    real(dp) :: r, dr, dx
    integer :: it
    info = -1
    do it = 1, maxit
      call f(x, r, dr)
      dx = r/dr
      x = x - dx
      if (abs(dx) < tol) then
        info = 0
        return
      end if
    end do
  end subroutine newton1d
  function trapz(f, a, b, n) result(s)
    interface
      real(dp) function f(x)
        import dp
        real(dp), intent(in) :: x
      end function f
    end interface
    real(dp), intent(in) :: a, b
    integer, intent(in) :: n
    real(dp) :: s, h
    integer :: i
    h = (b - a)/n
    s = 0.5_dp*(f(a) + f(b))
    do i = 1, n - 1
      s = s + f(a + i*h)
    end do
    s = s*h
  end function trapz
end module solvers

subroutine equilibrium(n, load, stiff, disp, energy)
  use solvers
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: load(n), stiff
  real(dp), intent(out) :: disp(n), energy
  integer :: i, info
  real(dp) :: fi
  energy = 0
  do i = 1, n
    fi = load(i)
    disp(i) = 0.1_dp
    call newton1d(spring, disp(i), 1.0e-12_dp, 30, info)
    if (info /= 0) stop 'no equilibrium'
    energy = energy + trapz(force, 0.0_dp, disp(i), 4)
  end do
contains
  subroutine spring(x, r, dr)
    real(dp), intent(in) :: x
    real(dp), intent(out) :: r, dr
    r = force(x) - fi
    dr = stiff + 3*x**2
  end subroutine spring
  real(dp) function force(x)
    real(dp), intent(in) :: x
    force = stiff*x + x**3
  end function force
end subroutine equilibrium

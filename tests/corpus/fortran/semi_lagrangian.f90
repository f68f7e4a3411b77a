! check: --function advect --wrt q,u --of q --size n=6 --set dt=0.5,u=-1:1
module sl
  implicit none
  private
  public advect
  integer, parameter :: r8 = selected_real_kind(12)
  interface interp
    procedure linear, cubic
  end interface
contains
  subroutine advect(n, q, u, dt)
    integer, intent(in) :: n
    real(r8), intent(inout) :: q(n)
    real(r8), intent(in) :: u(n), dt
    real(r8) :: qn(n), xd, a, c(4)
    integer :: i, i0, im, ip, ip2
    do i = 1, n
      xd = i - dt*u(i)
      i0 = floor(xd)
      a = xd - i0
      im = wrap(i0 - 1); ip = wrap(i0 + 1); ip2 = wrap(i0 + 2); i0 = wrap(i0)
      if (mod(i, 2) == 0) then
        qn(i) = interp(q(i0), q(ip), a)
      else
        c = [q(im), q(i0), q(ip), q(ip2)]
        qn(i) = interp(c, a)
      end if
    end do
    q = qn
  contains
    integer function wrap(k)
      integer, intent(in) :: k
      wrap = modulo(k - 1, n) + 1
    end function wrap
  end subroutine advect
  pure function linear(q0, q1, a) result(r)
    real(r8), intent(in) :: q0, q1, a
    real(r8) :: r
    r = (1 - a)*q0 + a*q1
  end function linear
  pure function cubic(c, a) result(r)
    real(r8), intent(in) :: c(4), a
    real(r8) :: r
    r = -a*(1-a)*(2-a)/6*c(1) + (1-a**2)*(2-a)/2*c(2) + a*(1+a)*(2-a)/2*c(3) - a*(1-a**2)/6*c(4)
  end function cubic
end module sl

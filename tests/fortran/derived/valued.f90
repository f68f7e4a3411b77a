module ends
  implicit none
  type tip
    real(8) :: u = 0.5d0
    real(8) :: v(2) = [1d0, 3d0]
  end type tip
contains
  type(tip) function bent(n, a, by)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    type(tip), intent(in) :: by
    if (a(1) > 0.7d0) bent%u = a(1)**2*by%u
    bent%v(1) = sum(a)*by%v(2)
  end function bent
end module ends
function outer(n, a) result(r)
  use ends, only: tip, bent
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  type(tip) :: r, q
  q = bent(n, a**2, tip(a(2), a(1)*[2, 3]))
  r = q
  r%u = q%v(1)*q%u
end function outer

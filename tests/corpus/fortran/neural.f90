! check: --function loss --wrt net%layers%w --of cost --size ns=2
module nn
  implicit none
  integer, parameter :: dp = kind(1d0), width = 3
  type layer_type
    real(dp) :: w(width, width)
    real(dp) :: b(width)
    integer :: act
  end type
  type network
    type(layer_type) :: layers(2)
    real(dp) :: l2
  end type
contains
  elemental function activation(x, kind) result(y)
    real(dp), intent(in) :: x
    integer, intent(in) :: kind
    real(dp) :: y
    select case (kind)
    case (:0)
      y = x
    case (1)
      y = tanh(x)
    case (2)
      y = 1/(1 + exp(-x))
    case default
      y = merge(x, 0.01_dp*x, x > 0)
    end select
  end function
  function forward(net, x) result(a)
    type(network), intent(in) :: net
    real(dp), intent(in) :: x(width)
    real(dp) :: a(width)
    integer :: l
    a = x
    do l = 1, size(net%layers)
      associate (w => net%layers(l)%w, b => net%layers(l)%b)
        a = activation(matmul(w, a) + b, net%layers(l)%act)
      end associate
    end do
  end function
  subroutine loss(net, ns, x, y, cost)
    type(network), intent(in) :: net
    integer, intent(in) :: ns
    real(dp), intent(in) :: x(width, ns), y(width, ns)
    real(dp), intent(out) :: cost
    integer :: s, l
    cost = 0
    do s = 1, ns
      cost = cost + sum((forward(net, x(:, s)) - y(:, s))**2)
    end do
    do l = 1, size(net%layers)
      cost = cost + net%l2*sum(net%layers(l)%w**2)
    end do
  end subroutine
end module nn

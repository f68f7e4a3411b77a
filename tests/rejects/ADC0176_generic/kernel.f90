module rates
  type :: rate
    real :: value
  end type rate
  interface assignment(=)
    module procedure set
  end interface
contains
  subroutine set(a, b)
    type(rate), intent(out) :: a
    type(rate), intent(in) :: b
    a%value = abs(b%value)
  end subroutine set
  subroutine s(x, y)
    real, intent(in) :: x
    real, intent(out) :: y
    type(rate) :: a, b
    b%value = x
    a = b
    y = a%value
  end subroutine s
end module rates

module rates
  type :: rate
    real :: value
  contains
    procedure :: set
    generic :: assignment(=) => set
  end type rate
  type :: model
    type(rate) :: growth
    real :: start
  end type model
contains
  subroutine set(a, b)
    class(rate), intent(out) :: a
    class(rate), intent(in) :: b
    a%value = abs(b%value)
  end subroutine set
  subroutine s(x, y)
    real, intent(in) :: x
    real, intent(out) :: y
    type(model) :: a, b
    b%growth%value = x
    b%start = 2.0
    a = b
    y = a%growth%value * a%start
  end subroutine s
end module rates

module m
contains
  subroutine f(x, y)
    real, intent(in) :: x
    real, intent(out) :: y
    y = twice(x)**2
  end subroutine f
  real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function twice
end module m

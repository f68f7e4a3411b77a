module m
  interface
    module subroutine f(x, y)
      real, intent(in) :: x
      real, intent(out) :: y
    end subroutine f
  end interface
contains
  real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function twice
end module m

submodule (m) parts
contains
  module procedure f
    y = twice(x)**2
  end procedure f
end submodule parts

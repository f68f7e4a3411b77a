module norms
  interface norm
    module procedure norm_one, norm_two
  end interface norm
contains
  real function norm_one(x)
    real, intent(in) :: x(3)
    norm_one = sum(abs(x))
  end function norm_one
  real function norm_two(x)
    real, intent(in) :: x(3, 4)
    norm_two = sum(x**2)
  end function norm_two
  subroutine s(x, y)
    real, intent(in) :: x(3)
    real, intent(out) :: y
    y = norm_one(x)
  end subroutine s
end module norms

subroutine s(x, y, f)
  real, intent(in) :: x
  real, intent(out) :: y
  external f
  y = f(x)
end subroutine s

real function law(x)
  real, intent(in) :: x
  law = x**2
end function law

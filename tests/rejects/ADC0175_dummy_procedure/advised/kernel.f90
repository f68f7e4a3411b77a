subroutine s(x, y)
  real, intent(in) :: x
  real, intent(out) :: y
  real, external :: law
  y = law(x)
end subroutine s

real function law(x)
  real, intent(in) :: x
  law = x**2
end function law

subroutine second(t)
  real t
  t = 1.4*t
end subroutine second

subroutine s(x, y)
  real x(3), y
  y = x(2)**2
end subroutine s

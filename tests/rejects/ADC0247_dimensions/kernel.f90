subroutine s(x, y)
  real x(3), y
  dimension x(5)
  y = x(2)**2
end subroutine s

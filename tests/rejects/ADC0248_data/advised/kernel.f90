subroutine s(x, y)
  real x(3), y, w(3)
  data w /1.0, 2*2.0/
  y = w(1)*x(1) + w(3)*x(3)
end subroutine s

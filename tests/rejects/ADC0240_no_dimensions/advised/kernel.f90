subroutine s(x, y)
  real x(5), y, work(5)
  work(3) = x(2)
  y = x(1)**2
end subroutine s

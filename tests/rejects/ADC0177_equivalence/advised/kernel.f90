subroutine s(x, y)
  real x(3), y
  real work(3)
  work(1) = x(2)
  y = work(1)**2
end subroutine s

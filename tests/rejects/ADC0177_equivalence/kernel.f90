subroutine s(x, y)
  real x(3), y
  real work(3), first
  equivalence (work(1), first)
  first = x(2)
  y = work(1)**2
end subroutine s

subroutine s(x, y)
  real x(3), y
  real work(3)
  integer bits
  equivalence (work(1), bits)
  work(1) = x(2)
  bits = bits + 1
  y = work(1)**2
end subroutine s

subroutine s(x, y)
  real x, y
  integer k
  real(k) z
  z = x
  y = z**2
end subroutine s

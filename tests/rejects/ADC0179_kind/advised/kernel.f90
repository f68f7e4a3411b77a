subroutine s(x, y)
  real x, y
  integer k
  real(kind(1d0)) z
  z = x
  y = z**2
end subroutine s

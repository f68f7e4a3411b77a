subroutine s(x, y)
  integer, parameter :: slow = 4
  real x, y
  y = slow*x
end subroutine s

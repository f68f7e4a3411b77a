subroutine s(x, y)
  real x(5), y
  y = norm(x)
end subroutine s

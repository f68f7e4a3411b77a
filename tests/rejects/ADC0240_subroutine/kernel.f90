subroutine s(x, y)
  real x(5), y
  y = x(2)**2
  call smooth(x, y)
end subroutine s

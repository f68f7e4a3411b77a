subroutine smooth(x, y)
  real x(5), y
  y = y + sum(x)
end subroutine smooth

subroutine square(x, y)
  double precision :: x, y
  y = x*x
end subroutine square

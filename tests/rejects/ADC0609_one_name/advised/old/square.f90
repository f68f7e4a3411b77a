subroutine t(x, y)
  real(8) :: x, y
  y = x**2
end subroutine t

subroutine root(x, y)
  real, intent(in) :: x
  real, intent(out) :: y
  if (x < 0.0) stop 'no root'
  y = sqrt(x)
end subroutine root

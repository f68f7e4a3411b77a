subroutine total(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y
  y = sum(x)
  print *, 'total', y
end subroutine total

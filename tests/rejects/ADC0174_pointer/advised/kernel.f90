subroutine s(x, y)
  real, intent(in) :: x(4)
  real, intent(out) :: y
  real, allocatable :: p(:)
  allocate(p(4))
  p = x
  y = p(2)*x(1)
end subroutine s

subroutine s(x, y)
  real, intent(in), target :: x(4)
  real, intent(out) :: y
  real, pointer :: p(:)
  y = p(2)*x(1)
end subroutine s

subroutine s(x, y)
  real, intent(in), target :: x(4)
  real, intent(out) :: y
  real, pointer :: p(:)
  if (x(1) > 0) then
    p => x(:2)
  else
    p => x(3:)
  end if
  y = p(2)*x(1)
end subroutine s

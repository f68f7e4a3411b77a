subroutine twice(n, x, before)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), before
  call step(n, x, before)
  call step(n, x, before)
end subroutine twice

subroutine step(n, x, before)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), before
  x = x + before
  before = sum(x)
end subroutine step

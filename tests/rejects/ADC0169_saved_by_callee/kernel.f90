subroutine twice(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  call step(n, x)
  call step(n, x)
end subroutine twice

subroutine step(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), save :: before = 0.5d0
  x = x + before
  before = sum(x)
end subroutine step

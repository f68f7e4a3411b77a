subroutine made(n, a, x, y)
  integer, intent(in) :: n
  real(8), allocatable, optional :: a(:)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  allocate(a(n))
  a = x
  y = sum(a**2)
end subroutine made

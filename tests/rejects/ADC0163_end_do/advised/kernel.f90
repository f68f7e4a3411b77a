subroutine f(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (x(i) > 0) then
      x(i) = 2*x(i)
    end if
  end do
end subroutine

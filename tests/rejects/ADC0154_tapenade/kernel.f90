subroutine f(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
!$AD II-LOOP
  do i = 1, n
    s = s + x(i)**2
  end do
!$AD DO-NOT-DIFF
  s = s/2
!$AD END-DO-NOT-DIFF
end subroutine

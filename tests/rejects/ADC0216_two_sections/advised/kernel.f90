subroutine f(n, m, z, x, s)
  integer, intent(in) :: n, m
  real(8), intent(in) :: z(n, m), x
  real(8), intent(out) :: s
  integer :: i, j, k, l
  i = nint(x)
  j = nint(2*x)
  s = 0
  do l = j, j + 1
    do k = i, i + 1
      s = s + z(k, l)
    end do
  end do
end subroutine f

subroutine bits(x, k, y)
  real(8), intent(in) :: x
  integer(8), intent(in) :: k
  real(8), intent(out) :: y
  y = x*real(k, 8)
end subroutine bits

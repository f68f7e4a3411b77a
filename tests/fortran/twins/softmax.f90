! Softmax along the last axis, shifted by the maximum.
subroutine softmax(b, h, n, x, y)
  implicit none
  integer, intent(in) :: b, h, n
  real(8), intent(in) :: x(b, h, n)
  real(8), intent(out) :: y(b, h, n)
  real(8) :: e(b, h, n)
  e = exp(x - spread(maxval(x, dim=3), dim=3, ncopies=n))
  y = e / spread(sum(e, 3), 3, n)
end subroutine softmax

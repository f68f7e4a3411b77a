subroutine powered(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = power(n)
contains
  recursive function power(k) result(p)
    integer, intent(in) :: k
    real(8) :: p
    p = 1
    if (k > 0) p = x*power(k - 1)
  end function power
end subroutine powered

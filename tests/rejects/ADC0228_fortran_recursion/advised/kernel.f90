subroutine powered(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = power(n)
contains
  function power(k) result(p)
    integer, intent(in) :: k
    real(8) :: p
    integer :: i
    p = 1
    do i = 1, k
      p = x*p
    end do
  end function power
end subroutine powered

module state
  real(8), allocatable :: w(:)
contains
  subroutine squares(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    y = 0
    if (allocated(w)) y = w(1)
    allocate(w(n))
    w = x**2
    y = y + sum(w)
  end subroutine squares
end module state

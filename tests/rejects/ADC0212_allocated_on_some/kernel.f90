subroutine filled(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8), allocatable :: w(:)
  if (x(1) > 1) then
    allocate(w(n))
    w = x
  end if
  if (.not. allocated(w)) w = [x(1), x(n)]
  y = sum(w**2)
end subroutine filled

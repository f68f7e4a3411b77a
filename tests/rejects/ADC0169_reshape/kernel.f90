subroutine turned(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(2*n)
  real, intent(out) :: y(2, n)
  y = reshape(x, (/ 2, n /), order=(/ 2, 1 /))
end subroutine turned

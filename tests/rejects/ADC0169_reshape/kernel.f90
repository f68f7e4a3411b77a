subroutine turned(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(2, n)
  y = reshape(x, (/ 2, n /), pad=(/ 0.0 /))
end subroutine turned

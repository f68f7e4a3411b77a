subroutine top(x)
  real(8) :: x(3)
  integer :: k, l
  k = 1
  l = k
  call both(k, l, x)
end subroutine top

subroutine both(i, j, x)
  real(8) :: x(3)
  integer :: i, j
  i = i + 1
  x(j) = x(j)**2
end subroutine both

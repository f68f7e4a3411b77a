subroutine s(x, y)
  real(8) :: x, y
  call t(x, y)
end subroutine s

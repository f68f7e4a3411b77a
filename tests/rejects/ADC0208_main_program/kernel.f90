program tsunami
  real(8) :: x, y
  x = 3
  call step(x, y)
  print *, y
end program tsunami
subroutine step(x, y)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  y = x**2
end subroutine step

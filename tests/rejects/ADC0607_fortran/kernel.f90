subroutine f(x)
  real(8) :: x
end subroutine

real(8) function g(x)
  real(8) :: x
  g = x*x
end function

complex(8) function response(x)
  real(8), intent(in) :: x
  response = 1/cmplx(1d0, x, 8)
end function

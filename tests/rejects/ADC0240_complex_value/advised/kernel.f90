subroutine respond(x, z)
  real(8), intent(in) :: x
  complex(8), intent(out) :: z
  z = 1/cmplx(1d0, x, 8)
end subroutine

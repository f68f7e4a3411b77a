subroutine applied(x, y, f)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  interface
    real(8) function f(t)
      real(8), intent(in) :: t
    end function f
  end interface
  y = 2*f(x)
end subroutine applied

real(8) function cube(t)
  implicit none
  real(8), intent(in) :: t
  cube = t**3
end function cube

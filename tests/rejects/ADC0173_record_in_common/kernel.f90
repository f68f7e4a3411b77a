subroutine drag(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  type ball
    sequence
    real(8) :: radius
    integer :: material
  end type
  type pair
    sequence
    type(ball) :: first
    integer :: bound
  end type
  type(pair) :: held(3)
  common /bodies/ held
  y = x*held(2)%first%radius**2
end subroutine

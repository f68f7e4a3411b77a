module constants
  private
  public :: gravity
  real, parameter :: gravity = 9.81
end module constants

module constants
  real, parameter :: gravity = 9.81
end module constants

module earth
  real, parameter :: gravity = 9.81
end module earth

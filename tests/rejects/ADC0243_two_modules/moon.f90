module moon
  real, parameter :: gravity = 1.62, day = 29.53
end module moon

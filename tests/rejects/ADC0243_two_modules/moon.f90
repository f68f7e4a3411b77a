module moon
  real, parameter :: gravity = 1.62
end module moon

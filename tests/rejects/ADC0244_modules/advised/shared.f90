module shared
  real, parameter :: density = 1.0
end module shared

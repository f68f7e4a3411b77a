module fluid
  use solid
  real, parameter :: density = 1.0
end module fluid

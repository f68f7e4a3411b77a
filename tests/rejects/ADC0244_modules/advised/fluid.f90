module fluid
  use shared
end module fluid

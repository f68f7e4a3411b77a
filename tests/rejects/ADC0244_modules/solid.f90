module solid
  use fluid
end module solid

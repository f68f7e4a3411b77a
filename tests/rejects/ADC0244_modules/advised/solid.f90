module solid
  use shared
end module solid

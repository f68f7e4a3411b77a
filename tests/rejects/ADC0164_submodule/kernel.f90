module n
  implicit none
end module n

submodule (m) parts
contains
  module procedure f
    y = x**2
  end procedure f
end submodule parts

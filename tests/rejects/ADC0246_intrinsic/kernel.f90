subroutine s(x)
  real x
  call second(x)
end subroutine s

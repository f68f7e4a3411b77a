subroutine s(x)
  real x
  external second
  call second(x)
end subroutine s

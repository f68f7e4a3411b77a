subroutine s(x, y)
  common /state/ a(4)
  a(1) = x
  call t(y)
end subroutine s

subroutine t(y)
  real b(4)
  common /state/ b
  y = b(1)**2
end subroutine t

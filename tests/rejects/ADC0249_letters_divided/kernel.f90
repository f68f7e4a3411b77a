subroutine drawn(x, y)
  real(8) :: x, y, rate
  character(len=5) :: name
  common /body/ name, rate
  call pulled(y)
  y = y + rate*x
end subroutine
subroutine pulled(y)
  real(8) :: y, rate
  character(len=3) :: name, kind_of
  common /body/ name, kind_of, rate
  y = rate**2
end subroutine

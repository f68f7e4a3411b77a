module other
  implicit none
  character(len=8) :: scheme = 'none'
end module other

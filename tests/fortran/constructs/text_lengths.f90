!=== named constants that are characters have their declared length
! routine = "texts"
! arguments = ["a: float64", "s: float64", "y: float64(2) out"]
! wrt = ["a", "s"]
! of = ["y"]
module named
  implicit none
  character(len=4), parameter :: short = 'ab', long = 'abcdefg'
  integer, parameter :: l = len(long), blank = ichar(short(3:3))
end module named
subroutine texts(a, s, y)
  use named
  implicit none
  real(8), intent(in) :: a, s
  real(8), intent(out) :: y(2)
  y(1) = a*len(short) + s*len_trim(short)*index(short, 'b')
  y(2) = s*len(long)*l + a*blank
  if (short//'z' == 'abz') y(1) = y(1)*s
  if (long == 'abcd') y(1) = y(1)*s*a
  if (short == 'ab') y(2) = y(2)*a
  if (trim(short)//'c' == 'abc') y(2) = y(2)*s
  if (len_trim(long) == 4) y(2) = y(2)*5
end subroutine texts

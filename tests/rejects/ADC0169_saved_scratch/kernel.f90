real(8) function warmth(x)
  implicit none
  real(8), intent(in) :: x
  logical, save :: first = .true.
  real(8), save :: c
  real(8) :: t
  t = x
  if (first) then
    t = 2
    c = t**2
    first = .false.
  end if
  warmth = c*x + t
end function warmth

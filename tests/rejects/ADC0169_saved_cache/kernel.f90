real(8) function glow(x, tilt)
  implicit none
  real(8), intent(in) :: x, tilt
  real(8), save :: low, tilt_of = -99
  if (tilt /= tilt_of) then
    tilt_of = tilt
    if (tilt > 1) low = 0
    low = low + tilt
  end if
  glow = low*x
end function glow

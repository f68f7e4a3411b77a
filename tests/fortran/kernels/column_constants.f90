module column_constants
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  public
  real(wp), parameter :: karman = 0.4_wp
  real(wp), parameter :: gravity = 9.81_wp
  real(wp), parameter :: lapse = gravity / 1004.5_wp
  real(wp), protected, save :: background_diffusivity = 0.1_wp
end module column_constants

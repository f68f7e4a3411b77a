! Numbers of the plate: everything in units of its own.
module constants
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private

  public :: dp

  real(dp), parameter, public :: time_step = 0.05_dp
  real(dp), parameter, public :: conductivity = 4.0_dp
  real(dp), parameter, public :: radiation = 0.5_dp
end module constants

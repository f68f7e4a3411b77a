! Explicit heat equation in three dimensions, two half steps a time step.
module heat
  implicit none
  integer, parameter :: dp = kind(1d0)
  real(dp), parameter :: c = 0.125_dp
contains
  subroutine heat_3d(tsteps, a, b)
    integer, intent(in) :: tsteps
    real(dp), intent(inout), dimension(:, :, :) :: a, b
    integer :: t
    do t = 2, tsteps
      call half_step(a, b)
      call half_step(b, a)
    end do
  end subroutine heat_3d
  subroutine half_step(a, b)
    real(dp), intent(in) :: a(:, :, :)
    real(dp), intent(inout) :: b(:, :, :)
    integer :: i, j, k
    do k = 2, size(a, 3) - 1
      do j = 2, size(a, 2) - 1
        do i = 2, size(a, 1) - 1
          b(i, j, k) = c * (a(i + 1, j, k) - 2 * a(i, j, k) + a(i - 1, j, k)) &
                     + c * (a(i, j + 1, k) - 2 * a(i, j, k) + a(i, j - 1, k)) &
                     + c * (a(i, j, k + 1) - 2 * a(i, j, k) + a(i, j, k - 1)) + a(i, j, k)
        end do
      end do
    end do
  end subroutine half_step
end module heat

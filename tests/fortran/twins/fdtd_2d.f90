! Maxwell's equations in the plane on a staggered grid, driven at one edge.
subroutine fdtd_2d(tmax, nx, ny, ex, ey, hz, drive)
  implicit none
  integer, intent(in) :: tmax, nx, ny
  real(kind=8), dimension(nx, ny), intent(inout) :: ex, ey, hz
  real(kind=8), intent(in) :: drive(tmax)
  integer :: t, i, j
  time: do t = 1, tmax
    ey(1, :) = drive(t)
    do concurrent (i = 2:nx, j = 1:ny)
      ey(i, j) = ey(i, j) - 0.5_8 * (hz(i, j) - hz(i - 1, j))
    end do
    ex(:, 2:) = ex(:, 2:) - 0.5_8 * (hz(:, 2:) - hz(:, :ny - 1))
    hz(:nx - 1, :ny - 1) = hz(:nx - 1, :ny - 1) - 0.7_8 * (ex(:nx - 1, 2:) - ex(:nx - 1, :ny - 1) &
                         + ey(2:, :ny - 1) - ey(:nx - 1, :ny - 1))
  end do time
end subroutine fdtd_2d

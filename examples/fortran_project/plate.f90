! The temperature of a plate that conducts and radiates, and how far it is from what was measured.
module plate
  use constants, only: dp, time_step, conductivity, radiation
  implicit none
  private

  public :: cost, simulate

contains

  ! One explicit step: the neighbours' heat, a source, and radiation. The edge keeps its temperature.
  subroutine step(source, u)
    real(dp), intent(in) :: source(:, :)
    real(dp), intent(inout) :: u(:, :)
    real(dp) :: flow(size(u, 1), size(u, 2))
    integer :: i, j

    flow = 0.0_dp
    do j = 2, size(u, 2) - 1
      do i = 2, size(u, 1) - 1
        flow(i, j) = u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0_dp*u(i, j)
      end do
    end do
    do j = 2, size(u, 2) - 1
      do i = 2, size(u, 1) - 1
        u(i, j) = u(i, j) + time_step*(conductivity*flow(i, j) + source(i, j) &
                                       - radiation*u(i, j)**4)
      end do
    end do
  end subroutine step

  ! Half the sum of the squares of what the model and the records differ by.
  subroutine cost(source, start, records, misfit)
    real(dp), intent(in) :: source(:, :), start(:, :)
    real(dp), intent(in) :: records(:, :, :)  ! the last index is time
    real(dp), intent(out) :: misfit
    real(dp) :: u(size(start, 1), size(start, 2))
    integer :: t

    u = start
    misfit = 0.0_dp
    do t = 1, size(records, 3)
      call step(source, u)
      misfit = misfit + 0.5_dp*sum((u - records(:, :, t))**2)
    end do
  end subroutine cost

  ! What `cost` compares with: the temperatures after each step.
  subroutine simulate(source, start, records)
    real(dp), intent(in) :: source(:, :), start(:, :)
    real(dp), intent(out) :: records(:, :, :)
    real(dp) :: u(size(start, 1), size(start, 2))
    integer :: t

    u = start
    do t = 1, size(records, 3)
      call step(source, u)
      records(:, :, t) = u
    end do
  end subroutine simulate
end module plate

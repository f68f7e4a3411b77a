! Finds the sources of heat in a plate from records of its temperature, by gradient descent.
program find_sources
  use constants, only: dp
  use plate, only: simulate
  use cost_grad_mod, only: cost_grad
  implicit none

  integer, parameter :: nx = 13, ny = 9, steps = 40, most = 300
  real(dp) :: truth(nx, ny), source(nx, ny), start(nx, ny), records(nx, ny, steps)
  real(dp) :: gradient(nx, ny), next(nx, ny), next_gradient(nx, ny)
  real(dp) :: misfit, first, next_misfit, length
  integer :: iteration, file

  truth = hidden_sources()
  start = 0.2_dp
  call simulate(truth, start, records)
  open (newunit=file, file="build/records.bin", access="stream", form="unformatted", &
        status="replace")
  write (file) truth, start, records
  close (file)

  source = 0.0_dp
  length = 0.01_dp
  call cost_grad(source, start, records, misfit, gradient)
  first = misfit
  do iteration = 1, most
    do
      next = source - length*gradient
      call cost_grad(next, start, records, next_misfit, next_gradient)
      if (next_misfit < misfit) exit
      length = 0.5_dp*length
      if (length < 1.0e-12_dp) error stop "no step makes the misfit smaller"
    end do
    ! The next step's length after Barzilai and Borwein (1988).
    length = sum((next - source)**2)/sum((next - source)*(next_gradient - gradient))
    source = next
    gradient = next_gradient
    misfit = next_misfit
    if (mod(iteration, 10) == 0) print "(i4, a, es9.2)", iteration, "  misfit", misfit/first
    if (maxval(abs(gradient)) < 1.0e-8_dp) exit
  end do

  print "(a, es9.2)", "largest component of the gradient", maxval(abs(gradient))
  print "(a, es9.2)", "largest error of a source", maxval(abs(source - truth))
  if (iteration > most) error stop "no convergence"
  if (maxval(abs(source - truth)) > 1.0e-5_dp) error stop "these are not the sources"
  print "(a, i0, a)", "converged after ", iteration, " iterations"

contains

  ! Two Gaussians, one of heat and one of cold; nothing on the edge, which feels no source.
  function hidden_sources() result(q)
    real(dp) :: q(nx, ny)
    real(dp) :: x, y
    integer :: i, j

    q = 0.0_dp
    do j = 2, ny - 1
      do i = 2, nx - 1
        x = real(i - 1, dp)/(nx - 1)
        y = real(j - 1, dp)/(ny - 1)
        q(i, j) = 2.0_dp + 3.0_dp*exp(-30.0_dp*((x - 0.3_dp)**2 + (y - 0.6_dp)**2)) &
                  - 2.0_dp*exp(-40.0_dp*((x - 0.7_dp)**2 + (y - 0.3_dp)**2))
      end do
    end do
  end function hidden_sources
end program find_sources

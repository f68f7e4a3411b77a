! Water that is heavier than the water below it sinks and mixes with it.
!$adc rules eos.rules
subroutine settle(n, steps, t, s, target, misfit)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(inout) :: t(n), s(n)
  real(8), intent(in) :: target(n)
  real(8), intent(out) :: misfit
  real(8) :: rho(n), share
  integer :: i, k
  do k = 1, steps
     call eos(n, t, s, rho)
     do i = 1, n - 1
        share = 0.25d0*(1 + tanh(4*(rho(i) - rho(i + 1))))
        call mix(t(i), t(i + 1), share)
        call mix(s(i), s(i + 1), share)
     end do
  end do
  misfit = sum((t - target)**2)
end subroutine settle

subroutine mix(above, below, share)
  implicit none
  real(8), intent(inout) :: above, below
  real(8), intent(in) :: share
  real(8) :: moved
  moved = share*(above - below)
  above = above - moved
  below = below + moved
end subroutine mix

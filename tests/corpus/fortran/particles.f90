! check: --function advance --wrt p%pos,p%vel,charge --of p%pos,kin --size n=4,nstep=2 --set dt=0.01
module particles
  implicit none
  type particle
    real(8) :: pos(3)
    real(8) :: vel(3)
    real(8) :: mass = 1d0
    integer :: species
  end type particle
  real(8), allocatable :: charge(:)
contains
  subroutine advance(n, p, nstep, dt, kin)
    integer, intent(in) :: n, nstep
    type(particle), intent(inout) :: p(n)
    real(8), intent(in) :: dt
    real(8), intent(out) :: kin
    real(8) :: acc(3, n)
    integer :: i, it
    do it = 1, nstep
      call accelerations(p, acc)
      do i = 1, n
        p(i)%vel = p(i)%vel + dt*acc(:, i)
        p(i)%pos = p(i)%pos + dt*p(i)%vel
      end do
    end do
    kin = 0
    do i = 1, n
      kin = kin + 0.5d0*(1 + p(i)%mass**2)*sum(p(i)%vel**2)
    end do
  end subroutine advance
  subroutine accelerations(p, acc)
    type(particle), intent(in) :: p(:)
    real(8), intent(out) :: acc(3, size(p))
    real(8) :: d(3), r2, f
    integer :: i, j
    acc = 0
    do i = 1, size(p)
      do j = 1, size(p)
        if (i == j) cycle
        d = p(i)%pos - p(j)%pos
        r2 = sum(d*d) + 0.01d0
        f = charge(i)*charge(j)/(r2*sqrt(r2))
        acc(:, i) = acc(:, i) + f*d/(1 + p(i)%mass**2)
      end do
    end do
  end subroutine accelerations
end module particles

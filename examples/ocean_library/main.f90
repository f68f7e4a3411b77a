! The gradient of the misfit by the temperatures and salinities of the first moment, and one
! component of it by differences of the routine itself.
program main
  use settle_grad_mod, only: settle_grad
  implicit none
  integer, parameter :: n = 20, steps = 50
  real(8) :: t(n), s(n), target(n), t_bar(n), s_bar(n), j, ends(2)
  real(8), parameter :: step = 1d-5
  integer :: i
  do i = 1, n
     t(i) = 10 + 5*sin(0.7d0*i)
     s(i) = 35 + 0.3d0*cos(1.1d0*i)
     target(i) = 14 - 0.3d0*i
  end do
  call settle_grad(n, steps, t, s, target, 0d0, t_bar, s_bar)
  ends = [after(step), after(-step)]
  print '(a, f10.6, a, f10.6)', 'd misfit/d t(7): adjoint ', t_bar(7), ', differences ', &
       (ends(1) - ends(2))/(2*step)
contains
  real(8) function after(h)
    real(8), intent(in) :: h
    real(8) :: moved(n), salt(n)
    moved = t
    salt = s
    moved(7) = moved(7) + h
    call settle(n, steps, moved, salt, target, j)
    after = j
  end function after
end program main

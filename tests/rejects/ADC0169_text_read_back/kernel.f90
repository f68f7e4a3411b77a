subroutine search(x, y, task)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  character(len=*), intent(inout) :: task
  y = x**2
  if (x > 1) task = 'DONE'
  if (task == 'GO') y = x**3
end subroutine search

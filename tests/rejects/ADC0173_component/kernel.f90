module column
  type :: state
    real(8), pointer :: t(:)
    real(8) :: p
  end type state
contains
  subroutine heat(s, rate, total)
    type(state), intent(inout) :: s
    real(8), intent(in) :: rate
    real(8), intent(out) :: total
    s%t(2:) = s%t(2:) + rate
    total = sum(s%t)
  end subroutine heat
  subroutine attach(s, t)
    type(state), intent(inout) :: s
    real(8), target, intent(in) :: t(:)
    s%t => t
  end subroutine attach
end module column

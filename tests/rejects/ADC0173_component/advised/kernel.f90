module column
  type :: state
    real(8) :: t(4), p
  end type state
contains
  subroutine heat(t, rate, total)
    real(8), intent(inout) :: t(4)
    real(8), intent(in) :: rate
    real(8), intent(out) :: total
    t(2:) = t(2:) + rate
    total = sum(t)
  end subroutine heat
end module column

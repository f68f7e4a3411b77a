module atax_mod
contains
subroutine atax(a, x, y)
  implicit none
  double precision, intent(in) :: a(:, :), x(:)
  double precision, intent(out) :: y(:)
  y = matmul(matmul(a, x), a)
end subroutine atax
end module atax_mod

subroutine s(n, uplo, a, x)
  implicit none
  integer, intent(in) :: n
  character(1), intent(in) :: uplo
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: x(n)
  call dtrsv('U', 'N', 'N', n, a, n, x, 1)
end subroutine s

! Five-point Jacobi smoothing of a plate, ping-pong between two arrays.
subroutine jacobi_2d(tsteps, n, m, a, b)
  implicit none
  integer, intent(in) :: tsteps, n, m
  double precision, intent(inout) :: a(n, m), b(n, m)
  integer :: t
  do t = 2, tsteps
    call smooth(a, b)
    call smooth(b, a)
  end do
contains
  subroutine smooth(from, to)
    double precision, intent(in) :: from(0:n - 1, 0:m - 1)
    double precision, intent(inout) :: to(0:n - 1, 0:m - 1)
    to(1:n - 2, 1:m - 2) = 0.2d0 * (from(1:n - 2, 1:m - 2) + from(1:n - 2, 0:m - 3) &
        + from(1:n - 2, 2:m - 1) + from(2:n - 1, 1:m - 2) + from(0:n - 3, 1:m - 2))
  end subroutine smooth
end subroutine jacobi_2d

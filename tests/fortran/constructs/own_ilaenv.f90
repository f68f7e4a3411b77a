!=== an ilaenv that is not LAPACK's is taken as it is given
! routine = "sized"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
subroutine sized(n, x, y)
  integer :: n
  real(8) :: x(n), y
  integer, external :: ilaenv
  y = sum(x**2)*ilaenv(1, 'DGEQRF', ' ', n, n, -1, -1)
end subroutine sized
integer function ilaenv(ispec, name, opts, n1, n2, n3, n4)
  integer :: ispec, n1, n2, n3, n4
  character(*) :: name, opts
  ilaenv = 5
  if (ichar(name(1:1)) == 68) ilaenv = 7
end function ilaenv

!=== messages that nobody reads need no text, also where they are handed on
! routine = "squares"
! arguments = ["n: int32", "a: float64", "x: float64(n)", "info: int32 out", "message: text", "note: text"]
! texts = { message = "", note = "" }
! wrt = ["a", "x"]
! of = ["x"]
! sizes = { n = 4, info = 0 }
subroutine squares(n, a, x, info, message, note)
  integer, intent(in) :: n
  real(8), intent(in) :: a
  real(8), intent(inout) :: x(n)
  integer, intent(inout) :: info
  character(*), intent(inout) :: message
  character(*) :: note
  integer :: i
  do i = 1, n
    if (x(i) > 0.9d0) then
      write (message, '(a, i3)') 'large:', i
      call told(message, i)
    end if
    x(i) = a*x(i)**2
  end do
  call told(what=note, k=n)
  print *, note, message
contains
  subroutine told(what, k)
    character(*) :: what
    integer :: k
    if (k > 3) what(1:4) = 'many'
    what = 'done'
  end subroutine told
end subroutine squares
!=== sizes of blocks, of which a given routine takes letters apart
! routine = "blocked"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
subroutine blocked(n, x, y)
  integer :: n, nb, i
  real(8) :: x(n), y
  integer, external :: ilaenv
  nb = ilaenv(1, 'DGEQRF', ' ', n, n, -1, -1)
  y = 0
  if (nb <= 1 .or. nb >= n) then
    do i = 1, n, nb
      y = y + x(i)**2*ilaenv(3, 'DORGQR', 'x' // 'y', n, n, n, -1)
    end do
    y = y + x(n)**3*ilaenv(1, 'ZGBTRF', ' ', n, n, 3, 3)
  end if
end subroutine blocked
integer function ilaenv(ispec, name, opts, n1, n2, n3, n4)
  integer :: ispec, n1, n2, n3, n4, k, code
  character(*) :: name, opts
  character(6) :: own
  own = name
  do k = 1, 6
    code = ichar(own(k:k))
    if (code >= 97 .and. code <= 122) own(k:k) = char(code - 32)
  end do
  ilaenv = 1
  if (ispec == 1 .and. own(2:6) == 'GEQRF') ilaenv = 32
  if (ispec == 1 .and. own(2:6) == 'GBTRF' .and. n4 > 64) ilaenv = 32
  if (ispec == 3 .and. own(2:4) == 'ORG') ilaenv = 128
  if (opts == '?') ilaenv = n1 + n2 + n3
end function ilaenv
!=== COMPLEX of two numbers, of the wider kind of both
! routine = "paired"
! arguments = ["n: int32", "x: float64(n)", "r: float32(n)", "y: float64(n)"]
! wrt = ["x", "r"]
! of = ["y"]
! sizes = { n = 3 }
subroutine paired(n, x, r, y)
  integer :: n, i
  real(8) :: x(n), y(n)
  real(4) :: r(n)
  complex(8) :: z
  do i = 1, n
    z = complex(x(i) - r(i), 2)*complex(1, i)
    y(i) = real(exp(log(z) - log(x(i)))) + aimag(complex(r(i), r(i)*r(i)))
  end do
  y(1) = y(1) + abs(complex(x(1), y(1)))*abs(complex(1, r(1)))
end subroutine paired
!=== arrays of names that output alone reads, handed on
! routine = "named"
! arguments = ["n: int32", "t: float64", "x: float64(n)", "y: float64 out"]
! wrt = ["t", "x"]
! of = ["y"]
! sizes = { n = 4 }
subroutine named(n, t, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t, x(n)
  real(8), intent(out) :: y
  character(len=6) :: names(4), spare(2, 2)
  real(8) :: mu(n)
  names = 'oxygen'
  call potential(n, names, spare, x, mu)
  y = sum(mu**2)
contains
  subroutine potential(k, names, table, x, mu)
    integer, intent(in) :: k
    character(len=*), intent(in) :: names(k)
    character(len=*) :: table(:, :)
    real(8), intent(in) :: x(k)
    real(8), intent(out) :: mu(k)
    integer :: i
    do i = 1, k
      if (x(i) < 0) write (*, *) ' unknown: ', names(i), table(1, 2)
      mu(i) = t*log(x(i) + 1d-3)
    end do
    table(2, 1) = 'known'
    call titled('all of them', mu(k))
  end subroutine potential
  subroutine titled(title, v)
    character(len=*), intent(in) :: title
    real(8), intent(inout) :: v
    if (v > 1d9) print *, title
    v = v**2
  end subroutine titled
end subroutine named

!=== a task that selects, and is answered
! routine = "crit"
! arguments = ["n: int32", "x: float64(n)", "f: float64 out", "g: float64(n)", "task: text"]
! texts = { task = "FG" }
! wrt = ["x"]
! of = ["f", "g"]
! sizes = { n = 4 }
! edges = [{ n = 1 }]
subroutine crit(n, x, f, g, task)
  integer :: n, i
  real(8) :: x(n), f, g(n)
  character*(*) task
  if (task(1:5) .eq. 'START') then
    task = 'FG'
    return
  end if
  if (task .ne. 'F' .and. task .ne. 'FG' .and. task .ne. 'G') then
    task = 'ERROR: ' // 'UNKNOWN'
    write (task(20:23), '(i3)') n
    return
  end if
  f = x(1)
  if (task .eq. 'F' .or. task .eq. 'FG  ') then
    do i = 1, n
      f = f + x(i)**2*i
    end do
  end if
  if (task(1:1) == 'G' .or. task == 'FG') then
    g = 2*x
  end if
  task = 'DONE'
end subroutine crit
!=== texts are cut and padded
! routine = "cutting"
! module = "texts_cut"
! arguments = ["n: int32", "x: float64(n)", "f: float64 out", "mode: text"]
! texts = { mode = "square" }
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 3 }
module texts_cut
contains
  subroutine cutting(n, x, f, mode)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: f
    character(len=*), intent(in) :: mode
    character(len=3) :: short
    character(8) :: wide
    integer :: i
    f = 0
    short = mode
    wide = 'ab'
    do i = 1, n
      call term(x(i), f, mode, trim(mode)//'x')
      if (short == 'squ') f = f + x(i)*len_trim(mode)
      if (short == 'square') f = f*100
    end do
    select case (mode(1:3))
    case ('cub')
      f = f*2
    case ('squ ', 'abc')
      f = f + x(1)
    end select
    if (wide(2:3) == 'b') f = f*x(2)
    if (len(wide) == 8 .and. wide // 'c' == 'abc') f = f*100
  end subroutine cutting
  subroutine term(a, f, kind, other)
    real(8), intent(in) :: a
    real(8), intent(inout) :: f
    character(len=2), intent(in) :: kind
    character(len=*), intent(in) :: other
    if (kind == 'sq') f = f + a**2
    if (kind == 'square') f = f + a**5
    if (other == 'squarex') f = f + sin(a)
  end subroutine term
end module texts_cut
!=== what a callee answers is left out
! routine = "answered"
! arguments = ["x: float64", "f: float64 out", "what: text"]
! texts = { what = "twice" }
! wrt = ["x"]
! of = ["f"]
subroutine answered(x, f, what)
  real(8) :: x, f
  character(len=10) :: what
  character(len=4) :: own
  own = 'yes'
  f = x*x
  if (what == 'twice') f = 2*f
  call answer(f, own, what)
  f = f*x
end subroutine answered
subroutine answer(f, first, second)
  real(8) :: f
  character(len=*) :: first, second
  if (first == 'yes') f = sin(f)
  if (f > 0.5d0) then
    first = 'no'
  else
    second(1:2) = 'no'
  end if
end subroutine answer
!=== inactive calls are left out
! routine = "watched"
! arguments = ["n: int32", "x: float64(n)", "f: float64 out"]
! inactive = ["report"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 3 }
subroutine watched(n, x, f)
  integer :: n, i, calls
  real(8) :: x(n), f, r
  calls = 0
  f = 1
  do i = 1, n
    r = x(i)**2
    if (r > 0.5d0) call report('large', r, i)
    f = f*(r + 1)
  end do
end subroutine watched
subroutine report(what, r, i)
  character(len=*) :: what
  real(8) :: r
  integer :: i
  character(len=40) :: line
  write (line, '(a, f8.3, i4)') what, r, i
end subroutine report
!=== an inactive call that would fill tables, where a condition says that they are filled
! routine = "series"
! arguments = ["x: float64", "f: float64 out", "fresh: bool outside", "terms: int32 outside", "c: float64(3) outside"]
! declarations = """
!   logical :: fresh
!   integer :: terms
!   real(8) :: c(3)
!   common /series_table/ fresh, terms, c
! """
! inactive = ["fill"]
! wrt = ["x", "c"]
! of = ["f"]
! sizes = { terms = 3 }
! inputs = { fresh = { values = false } }
subroutine series(x, f)
  real(8) :: x, f, c(3)
  logical :: fresh
  integer :: terms, i
  common /series_table/ fresh, terms, c
  if (fresh) call fill()
  f = 0
  do i = 1, terms
    f = f + c(i)*x**i
  end do
end subroutine series
subroutine fill()
  real(8) :: c(3)
  logical :: fresh
  integer :: terms
  common /series_table/ fresh, terms, c
  open (10, file='table.dat')
  read (10, *) terms, c
  close (10)
  fresh = .false.
end subroutine fill
!=== a text that is written for an inactive call, and one that is assigned in parts
! routine = "told"
! arguments = ["n: int32", "x: float64(n)", "f: float64 out", "name: text"]
! texts = { name = "A" }
! inactive = ["notice"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 3 }
subroutine told(n, x, f, name)
  integer :: n
  real(8) :: x(n), f
  character(len=40) :: line
  character(len=*) :: name
  name = 'NACA'
  name(6:9) = 'abcd'
  f = sum(x**2)
  if (f > 0.1d0) then
    write (line, '(f8.3)') f
    call notice(line)
  end if
end subroutine told
subroutine notice(what)
  character(len=*) :: what
  if (what == 'never') print *, what
end subroutine notice
!=== a version that routines leave in their module
! routine = "versioned"
! module = "version"
! arguments = ["x: float64(n)", "n: int32", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 3 }
module version
  implicit none
  character(18) :: hvr = ' ', stamp
contains
  subroutine versioned(x, n, f)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: f
    hvr = '$Revision: 1.9 $'
    write (stamp, '(i3)') n
    call inner(x(1), f)
    f = f*sum(x)
  end subroutine versioned
  subroutine inner(v, f)
    real(8), intent(in) :: v
    real(8), intent(out) :: f
    hvr(2:4) = 'abc'
    f = v**2
  end subroutine inner
end module version
!=== arrays of characters and those of COMMON, which only output reads
! routine = "labelled"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
subroutine labelled(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  character(len=4) :: names(3) = ['a   ', 'b   ', 'c   '], title, all(2, 2)
  character(len=8) :: unit, places(3)
  common /words/ places, unit
  integer :: i
  places(1) = 'x'
  unit = 'K'
  all = 'none'
  do i = 1, 3
    places(i) = names(i)
    names(i) = unit(2:3)
  end do
  write (places(2), '(i3)') n
  title = 'abc'
  y = 0
  do i = 1, n
    if (title == 'abc') y = y + x(i)**2
  end do
  if (n > 10) print *, names, places, all
end subroutine labelled
!=== single characters of a known text, at places that a loop and data tell
! routine = "letters_of"
! arguments = ["n: int32", "k: int32(n)", "x: float64(n)"]
! wrt = ["x"]
! of = ["x"]
! sizes = { n = 4 }
! inputs = { k = { low = 1, high = 4 } }
subroutine letters_of(n, k, x)
  integer, intent(in) :: n, k(n)
  real(8), intent(inout) :: x(n)
  call turned('zXy1', n, k, x)
contains
  subroutine turned(order, n, k, x)
    character(*), intent(in) :: order
    integer, intent(in) :: n, k(n)
    real(8), intent(inout) :: x(n)
    character :: axis
    integer :: i, j
    do i = 1, len(order)
      axis = order(i:i)
      if (axis == 'X' .or. axis == 'x') then
        x(1) = x(1)**2
      else if (axis == 'Y' .or. axis == 'y') then
        x(2) = x(2)*x(1)
      else
        x(3) = sin(x(3)*x(2))
      end if
      if ('1' == order(i:i)) x(4) = x(4)*x(1)
    end do
    do i = 1, n
      j = k(i)
      if (j > 2) j = j - 1
      if (order(j:j) /= 'z') x(i) = x(i)*1.5d0
      if (order(k(i):k(i)) == 'y') x(i) = x(i)**2
    end do
  end subroutine turned
end subroutine letters_of

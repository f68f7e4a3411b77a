!=== values that are kept until what they are made of changes
! routine = "lit"
! arguments = ["n: int32", "x: float64(n)", "p: float64(3)", "y: float64 out"]
! wrt = ["x", "p"]
! of = ["y"]
! sizes = { n = 5 }
! also = [{ p = { low = -2.0, high = 0.5 } }]
subroutine lit(n, x, p, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), p(3)
  real(8), intent(out) :: y
  real(8), external :: bright
  integer :: i
  y = 0
  do i = 1, n
    y = y + bright(x(i), p(1 + mod(i/2, 2)), p(3))*i
  end do
end subroutine lit
real(8) function bright(x, tilt, turn)
  implicit none
  real(8), intent(in) :: x, tilt, turn
  real(8), save :: low, high, both, table(4)
  real(8), save :: tilt_of = -99, turn_of = -98, other_of = -97
  real(8) :: t
  integer :: i
  bright = x
  if (x > 50) return
  if (tilt /= tilt_of) then
    t = cos(tilt)
    tilt_of = tilt
    low = t**2
    high = sin(tilt)
    if (tilt > 0.9d0) then
      both = 2*low*high
    else
      both = low - high
    end if
  end if
  if (.not. (turn == turn_of .and. other_of == tilt)) then
    turn_of = turn
    do i = 1, 4
      table(i) = turn**i*tilt
    end do
    other_of = tilt
  end if
  t = x*low
  do i = 1, 4
    bright = bright + table(i)*t*both
  end do
end function bright
!=== values that are kept in a loop, of an array that is compared
! routine = "rows"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
subroutine rows(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8), save :: of(2) = [-9d0, -9d0], weight
  integer, save :: power, half_of = -1
  real(8) :: w(2), t
  integer :: i, half
  do i = 1, n
    w = [x(1 + i/3), x(2)]
    if (any(of /= w)) then
      of = w
      t = w(1)*w(2)
      weight = t + w(1)**2
    end if
    half = i/2
    if (half_of /= half) then
      half_of = half
      power = half**2 + 1
    end if
    t = weight*x(i)
    y(i) = t**power
  end do
end subroutine rows

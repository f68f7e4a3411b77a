!=== arrays of integers that have no kind but that of the dummy argument
! routine = "agreed"
! arguments = ["n: int32", "x: float64(n, 2*n)", "y: float64(n, 2*n) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
module agreeing
  implicit none
  interface agree
    module procedure agree_three, agree_all
  end interface
contains
  function agree_three(n1, n2, n3, text)
    integer, intent(in) :: n1, n2, n3
    character(len=*), intent(in) :: text
    integer :: agree_three
    if (n1 == n2 .and. n2 == n3) then
      agree_three = n1
    else
      write (*, *) 'they differ: ', text
      stop 'agree_three'
    end if
  end function agree_three
  function agree_all(nn, text)
    integer, dimension(:), intent(in) :: nn
    character(len=*), intent(in) :: text
    integer :: agree_all
    if (all(nn(2:) == nn(1))) then
      agree_all = nn(1)
    else
      write (*, *) 'they differ: ', text
      stop 'agree_all'
    end if
  end function agree_all
end module agreeing
subroutine agreed(n, x, y)
  use agreeing
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n, 2*n)
  real(8), intent(out) :: y(n, 2*n)
  integer :: m, k(3)
  m = agree((/size(x, 1), size(x, 2)/2, size(y, 1), n/), 'sizes')
  k = [n, m, agree(shape(x)/[1, 2], 'shape')]
  y = x**2*agree(k, 'variable')
  y(1, :) = y(1, :)*agree([m, n] + 1, 'sum')*agree([(m, m=1, 1), 1], 'implied')
  y(2, :) = x(2, :)*agree(nint(x(1:2, 1)*0) - 2, 'rounded')*agree([integer :: n, n], 'typed')
  y(3, :) = x(3, :)**agree(-k(:2), 'negative')*agree(n, n, n, 'three')
end subroutine agreed

!=== kinds, bounds, exponents and cases that are elements of constant arrays
! routine = "elements"
! arguments = ["n: int32", "x: float64(5)", "y: float64(3) out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 3 }
module constant_elements
  implicit none
  integer, parameter :: low = -1, copies(2) = [3, 4]
  integer, parameter :: m(low:1, 2) = reshape([4, 8, 4, 8, 3, 5], [3, 2])
  integer, parameter :: all8(3) = 8, copy(-2:0) = all8, list(0:7) = [[4, 8], [1, 2, 3], copy]
  logical, parameter :: flags(2) = [.true., .false.]
  integer, parameter :: powers(2) = copies**2 - 2*copies
  integer, parameter :: k1 = m(0, 1), k2 = m(1+low, low+2), k3 = copy(-1), k4 = list(1), k5 = list(7)
  real(8), parameter :: tr(2) = [1.5, 2.9]
  integer, parameter :: cut(2) = [1.5, 2.9]
end module constant_elements
subroutine elements(n, x, y)
  use constant_elements
  implicit none
  integer, intent(in) :: n
  real(k1), intent(in) :: x(m(1,2))
  real(k2), intent(out) :: y(m(0, 2))
  real(k3) :: t(list(4):m(1, 2)), room(powers(2))
  integer(list(6)) :: big
  integer :: i
  big = 3000000000_8
  t = x(:3)
  room = x(1)
  y = t**cut(2) + sum(room)*powers(1) + 1.0_k4*real(1, k5)*big/1e9
  do i = 1, 3
    if (flags(2)) y(i) = y(i)*x(5)
    if (flags(1)) y(i) = y(i)*x(4)**list(i+1)*m(i-2, 2)
  end do
  select case (n)
  case (m(0, 2))
    y = y*2
  case default
    y = y*3
  end select
end subroutine elements

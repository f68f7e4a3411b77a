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

!=== submodules: interfaces with bound procedures, own names, one inside another
! routine = "parted"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
module parted_m
  implicit none
  real(8), parameter :: scale = 3, shift = 1
  type state
    real(8), allocatable :: u(:)
  contains
    procedure :: init => init_state
    procedure :: total
  end type
  interface
    module subroutine init_state(self, x)
      class(state), intent(inout) :: self
      real(8), intent(in) :: x(:)
    end subroutine init_state
    pure module function total(self) result(t)
      class(state), intent(in) :: self
      real(8) :: t
    end function total
    module subroutine inner(n, x, y)
      integer, intent(in) :: n
      real(8), intent(in) :: x(n)
      real(8), intent(out) :: y
    end subroutine
  end interface
  interface mean
    module function mean1(v) result(r)
      real(8), intent(in) :: v(:)
      real(8) :: r
    end function
    module procedure mean2
  end interface
contains
  function mean2(v) result(r)
    real(8), intent(in) :: v(:,:)
    real(8) :: r
    r = sum(v)/size(v)
  end function
end module parted_m
submodule (parted_m) impl_parted_m
  implicit none
  real(8), parameter :: shift = 7
  interface
    module subroutine deep(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
    end subroutine
  end interface
contains
  module procedure init_state
    integer :: i
    allocate(self%u(size(x)))
    do i = 1, size(x)
      self%u(i) = helper(x(i))*scale
    end do
  end procedure init_state
  module procedure total
    t = sum(self%u**2)
  end procedure
  real(8) function helper(v)
    real(8), intent(in) :: v
    helper = v**2 + shift
  end function helper
  module procedure mean1
    r = sum(v)/size(v)
  end procedure
  module subroutine inner(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    type(state) :: s
    real(8) :: z
    call s%init(x)
    y = s%total()*mean(x)
    call deep(x(2), z)
    y = y + z
    call plain(x(3), z)
    y = y*z
  end subroutine
  subroutine plain(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*shift*scale
  end subroutine
end submodule impl_parted_m
submodule (parted_m:impl_parted_m) deeper_parted_m
contains
  module procedure deep
    y = x**3*shift + helper(x)
  end procedure
end submodule deeper_parted_m
subroutine parted(n, x, y)
  use parted_m, only: inner
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  call inner(n, x, y)
end subroutine parted

!=== MODULE PROCEDURE in the module that has its interface
! routine = "headless"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.2, high = 1.4 } }
module headless_m
  implicit none
  interface
    module subroutine g(x, y)
      real(8), intent(in) :: x
      real(8), intent(out) :: y
    end subroutine
  end interface
contains
  module procedure g
    y = x**2
  end procedure
  subroutine inner(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    call g(x(2), y)
    y = y*x(1)
  end subroutine
end module headless_m
subroutine headless(n, x, y)
  use headless_m, only: inner
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  call inner(n, x, y)
end subroutine headless

!=== forall works its mask out once, and all right-hand sides first
! routine = "chosen"
! arguments = ["n: int32", "a: float64(n,n+1)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["a", "b"]
! sizes = { n = 5 }
subroutine chosen(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n + 1), b(n)
  integer :: i, j
  forall (i = 1:n, j = 1:n, a(i, j) > a(j, i)) a(i, j) = a(j, i) * b(i)
  forall (i = 1:n - 1, b(i) > 0.8d0)
    b(i + 1) = b(i) + b(i + 1)**2
    a(i, 2) = a(i + 1, 1) * b(i + 1)
    b(i) = 0.5d0 * b(i)
  end forall
  forall (i = n:1:-2) b(i) = b(n + 1 - i)
end subroutine chosen
!=== forall of sections
! routine = "rows"
! arguments = ["n: int32", "a: float64(n,n+1)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["a"]
! sizes = { n = 5 }
subroutine rows(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n + 1)
  real(8), intent(in) :: b(n)
  integer :: i
  forall (i = 1:n - 1, b(i) > 0.6d0)
    a(i, 2:n) = a(i + 1, 1:n - 1) * b(i + 1)
    a(i, i:n) = a(i, :n + 1 - i)
  end forall
  forall (i = 2:n:2, a(1, i) > 0.5d0) a(:, i) = b * a(1, 1)
end subroutine rows
!=== do concurrent works its mask out before the first iteration
! routine = "at_once"
! arguments = ["n: int32", "b: float64(n)"]
! wrt = ["b"]
! of = ["b"]
! sizes = { n = 7 }
subroutine at_once(n, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(n)
  integer :: i
  do concurrent (i = 1:n - 1, b(i) > 0.5d0)
    b(i + 1) = b(i + 1)**2 - 0.3d0
  end do
end subroutine at_once
!=== forall over what a loop leaves
! routine = "shrinking"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["a", "b"]
! sizes = { n = 5, m = 3 }
subroutine shrinking(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), b(n)
  integer :: i, j, k
  do k = 1, m
    forall (i = k:n - 1, b(i) > 0.5d0) b(i + 1) = b(i) * b(k)
    do concurrent (i = k:n - 1, j = k:m, a(i, j) > b(k))
      a(i + 1, j) = a(i + 1, j) * b(i)
    end do
  end do
end subroutine shrinking

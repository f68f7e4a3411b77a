!=== DO loops that data end along an axis, what their variables are behind them
! routine = "walked"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 7 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine walked(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: w(0:n), t
  integer :: m, i, j
  m = count(x > 0.6d0)
  do i = 1, m
    y(i) = y(i)*x(i) + 1
  end do
  if (i <= n) y(i) = 3*y(i)
  w = 0.5d0
  do i = 2, m
    w(i) = w(i-1)*y(i) + x(i-1)
  end do
  t = i
  do j = 3, m - 4
    y(j) = 5*y(j)
  end do
  t = t + 10*j
  do i = 0, m
    if (w(i) > 0.7d0) then
      t = t + w(i)**2
    else
      t = t - w(i)*y(n)
      w(n-i) = t
    end if
  end do
  y(n) = t + w(n)*w(0)
end subroutine walked
!=== loops in loops that data end, along columns and rows
! routine = "triangles"
! arguments = ["n: int32", "k: int32", "x: float64(n)", "a: float64(n, k)"]
! wrt = ["x", "a"]
! of = ["a"]
! sizes = { n = 6, k = 5 }
! inputs = { x = { low = 0.2, high = 1.0 } }
! also = [{ x = { low = 0.1, high = 0.2 } }]
subroutine triangles(n, k, x, a)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n, k)
  integer :: m, i, j, l(k)
  m = min(count(x > 0.5d0), k)
  do j = 1, k
    l(j) = min(m + j, n)
  end do
  do j = 1, m
    do i = 1, l(j)
      a(i, j) = a(i, j)*x(j) + x(i)
    end do
    a(1, j) = a(1, j)**2
  end do
  do j = 1, k
    do i = 2, l(j) - 1
      a(i, j) = a(i, j) - a(i-1, j)*a(i+1, j)
    end do
  end do
  do i = 1, m
    do j = 1, k
      a(i, j) = a(i, j) + a(n, k)*x(i)
    end do
    a(i, k) = a(i, k)/(1 + x(i)**2)
  end do
end subroutine triangles
!=== loops that stop, that count, that change their ends, that hand elements on
! routine = "others"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 7 }
! inputs = { x = { low = 0.2, high = 1.4 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
subroutine others(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: m, i, k, last
  m = count(x > 0.6d0)
  last = 4*m + 3
  do i = 1, last
    if (i > n) exit
    y(i) = y(i) + x(i)**2
  end do
  k = 0
  do i = 1, m
    y(i) = 2*y(i)
    k = k + 1
    y(k) = y(k) + x(n+1-k)
  end do
  last = m
  do i = 1, last
    y(i) = y(i)*x(i)
    last = 1
  end do
  y(1) = y(1) + last
  do i = 1, min(m, n - 1)
    call add(n - i, y(i + 1), x(i))
  end do
  do i = 1, n - m + 9
    if (i < n) cycle
    y(n) = y(n) + i
  end do
contains
  subroutine add(k, v, s)
    integer, intent(in) :: k
    real(8), intent(inout) :: v(k)
    real(8), intent(in) :: s
    if (k > 0) v = v + s**2
  end subroutine add
end subroutine others
!=== loops that change what their ends, and what they count by, are made of
! routine = "moved_ends"
! module = "moved_mod"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)", "last: int32 outside"]
! declarations = "use moved_mod, only: last"
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 7, last = 2 }
! inputs = { x = { low = 0.2, high = 1.4 }, y = { low = 0.8, high = 1.2 } }
! also = [{ x = { low = 0.1, high = 0.2 } }, { x = { low = 0.8, high = 1.2 } }]
module moved_mod
  implicit none
  integer :: last
  type ends
    integer :: from, to(2)
  end type ends
contains
  subroutine sooner(q)
    real(8), intent(inout) :: q
    q = q*1.5d0
    last = last - 1
  end subroutine sooner
  subroutine moved_ends(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i, j, k, m, l(n)
    type(ends) :: e
    do j = 1, n
      l(j) = count(x(1:j) > 0.6d0)
    end do
    do j = 1, n
      do i = j, l(j)
        y(i) = y(i)*x(j) + y(j)
        l(j) = 0
      end do
      y(j) = y(j)*i/n
    end do
    last = n - 2
    do i = 2, last
      call sooner(y(i))
    end do
    y(1) = y(1)*i + last
    l = 2
    k = 1
    do i = 1, n
      k = k + l(2)
      l(2) = 1
      y(i) = y(i)*k
    end do
    y(2) = y(2) + k*i
    y = y/maxval(y) + 0.5d0
    do i = 1, int(3*y(1))
      y(i) = y(i)*2 + i
    end do
    y(3) = y(3)*i
    do i = 1, count(y > 1), 2
      y(i) = y(i)*0.25d0 + i
    end do
    y(4) = y(4)*i
    e = ends(1, [n - 1, 2])
    do i = e%from, e%to(1)
      y(i) = y(i)*2
      e%from = 3
      e%to = 1
    end do
    y(5) = y(5)*i
    m = n - 1
    do i = 1, m
      y(i) = y(i)/2 + taken(m)
    end do
    y(6) = y(6)*i
    associate (h => l(1))
      h = n
      do i = 3, h
        y(i) = y(i)*x(i)
        l(1) = 2
      end do
    end associate
    y(7) = y(7)*i
  end subroutine moved_ends
  real(8) function taken(k)
    integer, intent(inout) :: k
    taken = k*0.5d0
    k = 1
  end function taken
end module moved_mod
!=== DO WHILE that tests and axes bound
! routine = "bounded"
! arguments = ["n: int32", "k: int32", "t: float64", "x: float64(n)", "y: float64(n) inout"]
! wrt = ["t", "x", "y"]
! of = ["y"]
! sizes = { n = 9, k = 6 }
! also = [{ n = 9, k = 1 }, { n = 9, k = 0 }]
subroutine bounded(n, k, t, x, y)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: t, x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, j, m
  real(8) :: s
  i = 2
  do while (i <= k)
    if (x(i) > 1.9d0) exit
    y(i) = y(i - 1)*0.5d0 + x(i)*y(i)
    i = i + 1
  end do
  s = t
  i = 1
  do while (s < 6 + t)
    s = s + x(i)
    y(i) = y(i)*s + i
    i = i + 1
    if (i > n) exit
  end do
  y(1) = y(1)*i
  j = n
  do
    if (j < 3 .or. s > 9 + t) exit
    s = s + x(j)
    y(j) = y(j)*s
    j = j - 2
  end do
  y(2) = y(2)*j
  m = 1
  j = 1
  do while (m < n)
    do while (j <= n .and. s > y(min(j, n)))
      s = s*0.75d0
      y(j) = y(j)*s + x(j)
      j = j + 2
    end do
    m = m + 3
  end do
  y(3) = y(3)*j + m
  i = 0
  do while (i < n .and. s > 0.125d0)
    associate (h => i)
      if (s > 3 .and. i > 1) h = h - 1
    end associate
    s = s*0.5d0
    i = i + 1
  end do
  y(4) = y(4)*s*i
end subroutine bounded
!=== loops whose counter is behind its bound from the start
! routine = "begun_behind"
! arguments = ["n: int32", "m: int32", "s: float64 inout", "x: float64(n)", "y: float64(n) inout"]
! wrt = ["s", "x", "y"]
! of = ["s", "y"]
! sizes = { n = 5, m = 7 }
! also = [{ n = 5, m = 3 }, { n = 5, m = -2 }]
subroutine begun_behind(n, m, s, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: s, y(n)
  real(8), intent(in) :: x(n)
  integer :: i, j
  i = m
  do
    s = s*1.25d0 + x(1)
    i = i + 1
    if (i > n .or. s > 50d0) exit
  end do
  y(1) = y(1)*i
  do j = 1, n
    i = 2*j
    do
      s = s*0.75d0 + x(j)
      if (i > m .or. s > 9d0) exit
      y(j) = y(j)*s
      i = i + 2
    end do
    i = 2*j
    do
      s = s + x(j)*0.5d0
      if (s > 0.25d0) exit
      s = s + x(i)
      i = i + 1
    end do
  end do
  i = m - 20
  do while (abs(y(2)) > 1d2*epsilon(x(1)) .and. i < m - 12)
    y(2) = y(2)*0.5d0
    i = i + 1
  end do
end subroutine begun_behind

! What the routines of LINPACK do that are called without a source: Fortran like any other, with the
! formats of factors, pivots and INFO of the LINPACK Users' Guide (Dongarra, Bunch, Moler, Stewart,
! SIAM 1979): multipliers have the other sign, and rows of them are not exchanged.

subroutine dgefa(a, lda, n, ipvt, info)
  implicit none
  integer :: lda, n, ipvt(n), info
  real(8) :: a(lda, n)
  integer :: i, j, k, l
  real(8) :: t
  info = 0
  do k = 1, n - 1
    l = k
    do i = k + 1, n
      if (abs(a(i, k)) > abs(a(l, k))) l = i
    end do
    ipvt(k) = l
    if (a(l, k) == 0) then
      info = k
    else
      t = a(l, k)
      a(l, k) = a(k, k)
      a(k, k) = t
      a(k + 1:n, k) = -a(k + 1:n, k)/t
      do j = k + 1, n
        t = a(l, j)
        a(l, j) = a(k, j)
        a(k, j) = t
        a(k + 1:n, j) = a(k + 1:n, j) + t*a(k + 1:n, k)
      end do
    end if
  end do
  if (n >= 1) then
    ipvt(n) = n
    if (a(n, n) == 0) info = n
  end if
end subroutine

subroutine dgesl(a, lda, n, ipvt, b, job)
  implicit none
  integer :: lda, n, ipvt(n), job
  real(8) :: a(lda, n), b(n)
  integer :: k, l
  real(8) :: t
  if (job == 0) then
    do k = 1, n - 1
      l = ipvt(k)
      t = b(l)
      b(l) = b(k)
      b(k) = t
      b(k + 1:n) = b(k + 1:n) + t*a(k + 1:n, k)
    end do
    do k = n, 1, -1
      b(k) = b(k)/a(k, k)
      b(1:k - 1) = b(1:k - 1) - b(k)*a(1:k - 1, k)
    end do
  else
    do k = 1, n
      b(k) = (b(k) - dot_product(a(1:k - 1, k), b(1:k - 1)))/a(k, k)
    end do
    do k = n - 1, 1, -1
      b(k) = b(k) + dot_product(a(k + 1:n, k), b(k + 1:n))
      l = ipvt(k)
      t = b(l)
      b(l) = b(k)
      b(k) = t
    end do
  end if
end subroutine

subroutine dgbfa(abd, lda, n, ml, mu, ipvt, info)
  implicit none
  integer :: lda, n, ml, mu, ipvt(n), info
  real(8) :: abd(lda, n)
  integer :: i, j, k, l, m, low
  real(8) :: t
  m = ml + mu + 1
  info = 0
  do j = mu + 2, n
    do i = max(1, m + 1 - j), ml
      abd(i, j) = 0
    end do
  end do
  do k = 1, n - 1
    low = min(ml, n - k)
    l = m
    do i = m + 1, m + low
      if (abs(abd(i, k)) > abs(abd(l, k))) l = i
    end do
    ipvt(k) = l + k - m
    if (abd(l, k) == 0) then
      info = k
    else
      t = abd(l, k)
      abd(l, k) = abd(m, k)
      abd(m, k) = t
      do i = m + 1, m + low
        abd(i, k) = -abd(i, k)/t
      end do
      do j = k + 1, min(n, k + ml + mu)
        t = abd(l - j + k, j)
        abd(l - j + k, j) = abd(m - j + k, j)
        abd(m - j + k, j) = t
        do i = 1, low
          abd(m - j + k + i, j) = abd(m - j + k + i, j) + t*abd(m + i, k)
        end do
      end do
    end if
  end do
  if (n >= 1) then
    ipvt(n) = n
    if (abd(m, n) == 0) info = n
  end if
end subroutine

subroutine dgbsl(abd, lda, n, ml, mu, ipvt, b, job)
  implicit none
  integer :: lda, n, ml, mu, ipvt(n), job
  real(8) :: abd(lda, n), b(n)
  integer :: i, k, l, m
  real(8) :: t
  m = ml + mu + 1
  if (job == 0) then
    do k = 1, n - 1
      l = ipvt(k)
      t = b(l)
      b(l) = b(k)
      b(k) = t
      do i = 1, min(ml, n - k)
        b(k + i) = b(k + i) + t*abd(m + i, k)
      end do
    end do
    do k = n, 1, -1
      b(k) = b(k)/abd(m, k)
      do i = 1, min(k, m) - 1
        b(k - i) = b(k - i) - b(k)*abd(m - i, k)
      end do
    end do
  else
    do k = 1, n
      t = b(k)
      do i = 1, min(k, m) - 1
        t = t - abd(m - i, k)*b(k - i)
      end do
      b(k) = t/abd(m, k)
    end do
    do k = n - 1, 1, -1
      t = b(k)
      do i = 1, min(ml, n - k)
        t = t + abd(m + i, k)*b(k + i)
      end do
      l = ipvt(k)
      b(k) = b(l)
      b(l) = t
    end do
  end if
end subroutine

subroutine dpofa(a, lda, n, info)
  implicit none
  integer :: lda, n, info
  real(8) :: a(lda, n)
  integer :: j, k
  real(8) :: s
  do j = 1, n
    info = j
    s = a(j, j)
    do k = 1, j - 1
      a(k, j) = (a(k, j) - dot_product(a(1:k - 1, k), a(1:k - 1, j)))/a(k, k)
      s = s - a(k, j)**2
    end do
    if (s <= 0) return
    a(j, j) = sqrt(s)
  end do
  info = 0
end subroutine

subroutine dposl(a, lda, n, b)
  implicit none
  integer :: lda, n
  real(8) :: a(lda, n), b(n)
  integer :: k
  do k = 1, n
    b(k) = (b(k) - dot_product(a(1:k - 1, k), b(1:k - 1)))/a(k, k)
  end do
  do k = n, 1, -1
    b(k) = b(k)/a(k, k)
    b(1:k - 1) = b(1:k - 1) - b(k)*a(1:k - 1, k)
  end do
end subroutine

subroutine dpbfa(abd, lda, n, m, info)
  implicit none
  integer :: lda, n, m, info
  real(8) :: abd(lda, n)
  integer :: i, j, k
  real(8) :: s, t
  do j = 1, n
    info = j
    s = abd(m + 1, j)
    do i = max(1, j - m), j - 1
      t = abd(m + 1 + i - j, j)
      do k = max(1, j - m), i - 1
        t = t - abd(m + 1 + k - i, i)*abd(m + 1 + k - j, j)
      end do
      t = t/abd(m + 1, i)
      abd(m + 1 + i - j, j) = t
      s = s - t**2
    end do
    if (s <= 0) return
    abd(m + 1, j) = sqrt(s)
  end do
  info = 0
end subroutine

subroutine dpbsl(abd, lda, n, m, b)
  implicit none
  integer :: lda, n, m
  real(8) :: abd(lda, n), b(n)
  integer :: i, k
  real(8) :: t
  do k = 1, n
    t = b(k)
    do i = max(1, k - m), k - 1
      t = t - abd(m + 1 + i - k, k)*b(i)
    end do
    b(k) = t/abd(m + 1, k)
  end do
  do k = n, 1, -1
    b(k) = b(k)/abd(m + 1, k)
    do i = max(1, k - m), k - 1
      b(i) = b(i) - b(k)*abd(m + 1 + i - k, k)
    end do
  end do
end subroutine

subroutine dtrsl(t, ldt, n, b, job, info)
  implicit none
  integer :: ldt, n, job, info
  real(8) :: t(ldt, n), b(n)
  integer :: k
  info = 0
  do k = n, 1, -1
    if (t(k, k) == 0) info = k
  end do
  if (info /= 0) return
  select case (job)
  case (0)
    do k = 1, n
      b(k) = b(k)/t(k, k)
      b(k + 1:n) = b(k + 1:n) - b(k)*t(k + 1:n, k)
    end do
  case (1)
    do k = n, 1, -1
      b(k) = b(k)/t(k, k)
      b(1:k - 1) = b(1:k - 1) - b(k)*t(1:k - 1, k)
    end do
  case (10)
    do k = n, 1, -1
      b(k) = (b(k) - dot_product(t(k + 1:n, k), b(k + 1:n)))/t(k, k)
    end do
  case (11)
    do k = 1, n
      b(k) = (b(k) - dot_product(t(1:k - 1, k), b(1:k - 1)))/t(k, k)
    end do
  end select
end subroutine

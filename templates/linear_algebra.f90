! What the routines of BLAS and LAPACK do, as adc reads it: not to be compiled. The functions that
! begin with adc_ are adc's own (adc/lowering/fortran/library.py).

! -- vectors ---------------------------------------------------------------------------------------

real(8) function ddot(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy
  real(8) :: x(:), y(:)
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  ddot = dot_product(x, y)
end function

real(8) function dnrm2(n, x, incx)
  implicit none
  integer :: n, incx
  real(8) :: x(:)
  call adc_required(x, incx - 1, 'a distance of elements that is not positive')
  call adc_vector(x, n, incx)
  dnrm2 = norm2(x)
end function

real(8) function dasum(n, x, incx)
  implicit none
  integer :: n, incx
  real(8) :: x(:)
  call adc_required(x, incx - 1, 'a distance of elements that is not positive')
  call adc_vector(x, n, incx)
  dasum = sum(abs(x))
end function

integer function idamax(n, x, incx)
  implicit none
  integer :: n, incx
  real(8) :: x(:)
  call adc_required(x, incx - 1, 'a distance of elements that is not positive')
  call adc_vector(x, n, incx)
  idamax = 0
  if (n > 0) idamax = maxloc(abs(x), 1)
end function

subroutine daxpy(n, alpha, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy
  real(8) :: alpha, x(:), y(:)
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  y = y + adc_times(alpha, x)
end subroutine

subroutine dscal(n, alpha, x, incx)
  implicit none
  integer :: n, incx
  real(8) :: alpha, x(:)
  call adc_required(x, incx - 1, 'a distance of elements that is not positive')
  call adc_vector(x, n, incx)
  x = alpha*x
end subroutine

subroutine dcopy(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy
  real(8) :: x(:), y(:)
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  y = x
end subroutine

subroutine dswap(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i
  real(8) :: x(:), y(:), t
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  do i = 1, n
    t = x(i)
    x(i) = y(i)
    y(i) = t
  end do
end subroutine

subroutine drot(n, x, incx, y, incy, c, s)
  implicit none
  integer :: n, incx, incy, i
  real(8) :: x(:), y(:), c, s, t
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  do i = 1, n
    t = c*x(i) + s*y(i)
    y(i) = c*y(i) - s*x(i)
    x(i) = t
  end do
end subroutine

subroutine drotg(a, b, c, s)
  implicit none
  real(8) :: a, b, c, s, r, z
  if (a == 0 .and. b == 0) then
    c = 1
    s = 0
    a = 0
    b = 0
  else
    r = sign(hypot(a, b), b)
    if (abs(a) > abs(b)) r = sign(r, a)
    c = a/r
    s = b/r
    z = 1
    if (abs(a) > abs(b)) then
      z = s
    else if (c /= 0) then
      z = 1/c
    end if
    a = r
    b = z
  end if
end subroutine

! -- what the machine's numbers are like ------------------------------------------------------------

real(8) function dlamch(cmach)
  implicit none
  character(1) :: cmach
  real(8), parameter :: one = 1
  select case (cmach)
  case ('E', 'e')
    dlamch = epsilon(one)/2
  case ('S', 's', 'U', 'u')
    dlamch = tiny(one)
  case ('B', 'b')
    dlamch = 2
  case ('P', 'p')
    dlamch = epsilon(one)
  case ('R', 'r')
    dlamch = 1
  case ('O', 'o')
    dlamch = huge(one)
  case ('N', 'n')
    dlamch = digits(one)
  case ('M', 'm')
    dlamch = minexponent(one)
  case ('L', 'l')
    dlamch = maxexponent(one)
  case default
    stop 'dlamch knows ten letters'
  end select
end function

real(8) function d1mach(i)
  implicit none
  integer :: i
  real(8), parameter :: one = 1
  select case (i)
  case (1)
    d1mach = tiny(one)
  case (2)
    d1mach = huge(one)
  case (3)
    d1mach = epsilon(one)/2
  case (4)
    d1mach = epsilon(one)
  case (5)
    d1mach = log10(2*one)
  case default
    stop 'there are five numbers'
  end select
end function

integer function i1mach(i)
  implicit none
  integer :: i
  select case (i)
  case (1)
    i1mach = 5
  case (2:4)
    i1mach = 6
  case (5)
    i1mach = 32
  case (6)
    i1mach = 4
  case (7, 10)
    i1mach = 2
  case (8)
    i1mach = 31
  case (9)
    i1mach = 2147483647
  case (11)
    i1mach = 24
  case (12)
    i1mach = -125
  case (13)
    i1mach = 128
  case (14)
    i1mach = 53
  case (15)
    i1mach = -1021
  case (16)
    i1mach = 1024
  case default
    stop 'there are 16 numbers'
  end select
end function

! Sizes of blocks and the like, as LAPACK 3.11 has them for names in capitals: they decide in which
! order its routines compute, and how long a work array they ask for.
integer function ilaenv(ispec, name, opts, n1, n2, n3, n4)
  implicit none
  integer :: ispec, n1, n2, n3, n4
  character(*) :: name, opts
  logical :: factors, reduced, orthogonal, one
  one = name(1:1) == 'S' .or. name(1:1) == 'D'
  factors = name(2:6) == 'GEQRF' .or. name(2:6) == 'GERQF' .or. name(2:6) == 'GELQF' &
    .or. name(2:6) == 'GEQLF'
  reduced = name(2:6) == 'GEHRD' .or. name(2:6) == 'GEBRD'
  orthogonal = name(2:4) == 'ORG' .or. name(2:4) == 'ORM' .or. name(2:4) == 'UNG' &
    .or. name(2:4) == 'UNM'
  select case (ispec)
  case (1)
    ilaenv = 1
    if (name(2:6) == 'GETRF' .or. name(2:6) == 'GETRI' .or. name(2:6) == 'POTRF' &
      .or. name(2:6) == 'SYTRF' .or. name(2:6) == 'HETRF' .or. name(2:6) == 'TRTRI' &
      .or. name(2:6) == 'TREVC' .or. name(2:6) == 'LAUUM' .or. name(2:6) == 'HEGST') ilaenv = 64
    if (name(2:6) == 'SYGST' .and. one) ilaenv = 64
    if (factors .or. reduced .or. orthogonal) ilaenv = 32
    if (name(2:6) == 'HETRD' .or. name(2:6) == 'GGHD3') ilaenv = 32
    if (name(2:6) == 'SYTRD' .and. one) ilaenv = 32
    if (name(2:6) == 'GBTRF' .and. n4 > 64) ilaenv = 32
    if (name(2:6) == 'PBTRF' .and. n2 > 64) ilaenv = 32
  case (2)
    ilaenv = 2
    if (name(2:6) == 'SYTRF') ilaenv = 8
  case (3)
    ilaenv = 0
    if (factors .or. reduced .or. name(2:6) == 'GGHD3') ilaenv = 128
    if (name(2:4) == 'ORG' .or. name(2:4) == 'UNG') ilaenv = 128
    if (name(2:6) == 'HETRD') ilaenv = 32
    if (name(2:6) == 'SYTRD' .and. one) ilaenv = 32
  case (4)
    ilaenv = 6
  case (5)
    ilaenv = 2
  case (6)
    ilaenv = int(real(min(n1, n2))*1.6)
  case (7)
    ilaenv = 1
  case (8)
    ilaenv = 50
  case (9)
    ilaenv = 25
  case (10, 11)
    ilaenv = 1
  case default
    stop 'a question to ilaenv that is not known'
  end select
end function

real(8) function dpmpar(i)
  implicit none
  integer :: i
  real(8), parameter :: one = 1
  select case (i)
  case (1)
    dpmpar = epsilon(one)
  case (2)
    dpmpar = tiny(one)
  case (3)
    dpmpar = huge(one)
  case default
    stop 'dpmpar has three numbers'
  end select
end function

! -- letters and their errors ----------------------------------------------------------------------

logical function lsame(first, second)
  implicit none
  character(1) :: first, second
  integer :: i, j
  i = iachar(first)
  j = iachar(second)
  if (i >= iachar('a') .and. i <= iachar('z')) i = i - 32
  if (j >= iachar('a') .and. j <= iachar('z')) j = j - 32
  lsame = i == j
end function

subroutine xerbla(routine, argument)
  implicit none
  character(*) :: routine
  integer :: argument
  stop 'an argument of a routine is wrong'
end subroutine

! SLATEC's stops where an error is recoverable, too, as long as no one has called xsetf, and goes on
! after a warning (level 0 or less); ODEPACK's stops at level 2.

subroutine xermsg(library, routine, message, number, level)
  implicit none
  character(*) :: library, routine, message
  integer :: number, level
  if (level > 0) stop 'an error of a library'
end subroutine

subroutine xerror(message, length, number, level)
  implicit none
  character(*) :: message
  integer :: length, number, level
  if (level > 0) stop 'an error of a library'
end subroutine

subroutine xerrwd(message, length, number, level, ni, i1, i2, nr, r1, r2)
  implicit none
  character(*) :: message
  integer :: length, number, level, ni, i1, i2, nr
  real(8) :: r1, r2
  if (level == 2) stop 'an error of a library'
end subroutine

subroutine xerrwv(message, length, number, level, ni, i1, i2, nr, r1, r2)
  implicit none
  character(*) :: message
  integer :: length, number, level, ni, i1, i2, nr
  real(8) :: r1, r2
  if (level == 2) stop 'an error of a library'
end subroutine

! -- matrices and vectors --------------------------------------------------------------------------

subroutine dgemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
  implicit none
  character(1) :: trans
  integer :: m, n, lda, incx, incy
  real(8) :: alpha, beta, a(:, :), x(:), y(:)
  call adc_matrix(a, m, n, lda)
  if (trans == 'N' .or. trans == 'n') then
    call adc_vector(x, n, incx)
    call adc_vector(y, m, incy)
    if (m == n .or. n > 0) y = adc_times(beta, y) + adc_times(alpha, matmul(a, x))
  else
    call adc_vector(x, m, incx)
    call adc_vector(y, n, incy)
    if (m == n .or. m > 0) then
      y = adc_times(beta, y) + adc_times(alpha, matmul(transpose(a), x))
    end if
  end if
end subroutine

subroutine dger(m, n, alpha, x, incx, y, incy, a, lda)
  implicit none
  integer :: m, n, incx, incy, lda, i, j
  real(8) :: alpha, x(:), y(:), a(:, :)
  call adc_vector(x, m, incx)
  call adc_vector(y, n, incy)
  call adc_matrix(a, m, n, lda)
  do j = 1, n
    do i = 1, m
      a(i, j) = a(i, j) + adc_times(alpha, x(i)*y(j))
    end do
  end do
end subroutine

subroutine dsyr(uplo, n, alpha, x, incx, a, lda)
  implicit none
  character(1) :: uplo
  integer :: n, incx, lda, i, j
  real(8) :: alpha, x(:), a(:, :)
  call adc_vector(x, n, incx)
  call adc_matrix(a, n, n, lda)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j
        a(i, j) = a(i, j) + adc_times(alpha, x(i)*x(j))
      end do
    end do
  else
    do j = 1, n
      do i = j, n
        a(i, j) = a(i, j) + adc_times(alpha, x(i)*x(j))
      end do
    end do
  end if
end subroutine

subroutine dsyr2(uplo, n, alpha, x, incx, y, incy, a, lda)
  implicit none
  character(1) :: uplo
  integer :: n, incx, incy, lda, i, j
  real(8) :: alpha, x(:), y(:), a(:, :)
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  call adc_matrix(a, n, n, lda)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j
        a(i, j) = a(i, j) + adc_times(alpha, x(i)*y(j) + y(i)*x(j))
      end do
    end do
  else
    do j = 1, n
      do i = j, n
        a(i, j) = a(i, j) + adc_times(alpha, x(i)*y(j) + y(i)*x(j))
      end do
    end do
  end if
end subroutine

subroutine dgbmv(trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy)
  implicit none
  character(1) :: trans
  integer :: m, n, kl, ku, lda, incx, incy, i, j
  real(8) :: alpha, beta, a(:, :), x(:), y(:), rows(m), columns(n)
  call adc_matrix(a, kl + ku + 1, n, lda)
  if (trans == 'N' .or. trans == 'n') then
    call adc_vector(x, n, incx)
    call adc_vector(y, m, incy)
    rows = 0
    do j = 1, n
      do i = max(1, j - ku), min(m, j + kl)
        rows(i) = rows(i) + a(ku + 1 + i - j, j)*x(j)
      end do
    end do
    y = adc_times(beta, y) + adc_times(alpha, rows)
  else
    call adc_vector(x, m, incx)
    call adc_vector(y, n, incy)
    columns = 0
    do j = 1, n
      do i = max(1, j - ku), min(m, j + kl)
        columns(j) = columns(j) + a(ku + 1 + i - j, j)*x(i)
      end do
    end do
    y = adc_times(beta, y) + adc_times(alpha, columns)
  end if
end subroutine

subroutine dsymv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
  implicit none
  character(1) :: uplo
  integer :: n, lda, incx, incy, i, j
  real(8) :: alpha, beta, a(:, :), x(:), y(:), product(n)
  call adc_matrix(a, n, n, lda)
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  do i = 1, n
    product(i) = a(i, i)*x(i)
  end do
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j - 1
        product(i) = product(i) + a(i, j)*x(j)
        product(j) = product(j) + a(i, j)*x(i)
      end do
    end do
  else
    do j = 1, n
      do i = j + 1, n
        product(i) = product(i) + a(i, j)*x(j)
        product(j) = product(j) + a(i, j)*x(i)
      end do
    end do
  end if
  y = adc_times(beta, y) + adc_times(alpha, product)
end subroutine

subroutine dtrmv(uplo, trans, diag, n, a, lda, x, incx)
  implicit none
  character(1) :: uplo, trans, diag
  integer :: n, lda, incx, i, j
  real(8) :: a(:, :), x(:), product(n)
  call adc_matrix(a, n, n, lda)
  call adc_vector(x, n, incx)
  do i = 1, n
    product(i) = x(i)
    if (diag == 'N' .or. diag == 'n') product(i) = a(i, i)*x(i)
  end do
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j - 1
        if (trans == 'N' .or. trans == 'n') then
          product(i) = product(i) + a(i, j)*x(j)
        else
          product(j) = product(j) + a(i, j)*x(i)
        end if
      end do
    end do
  else
    do j = 1, n
      do i = j + 1, n
        if (trans == 'N' .or. trans == 'n') then
          product(i) = product(i) + a(i, j)*x(j)
        else
          product(j) = product(j) + a(i, j)*x(i)
        end if
      end do
    end do
  end if
  x = product
end subroutine

subroutine dtrsv(uplo, trans, diag, n, a, lda, x, incx)
  implicit none
  character(1) :: uplo, trans, diag
  integer :: n, lda, incx
  real(8) :: a(:, :), x(:)
  call adc_matrix(a, n, n, lda)
  call adc_vector(x, n, incx)
  x = adc_solved(uplo, trans, diag, a, x)
end subroutine

subroutine dsbmv(uplo, n, k, alpha, a, lda, x, incx, beta, y, incy)
  implicit none
  character(1) :: uplo
  integer :: n, k, lda, incx, incy, i, j
  real(8) :: alpha, beta, a(:, :), x(:), y(:), product(n)
  call adc_matrix(a, k + 1, n, lda)
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  product = 0
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      product(j) = product(j) + a(k + 1, j)*x(j)
      do i = max(1, j - k), j - 1
        product(i) = product(i) + a(k + 1 + i - j, j)*x(j)
        product(j) = product(j) + a(k + 1 + i - j, j)*x(i)
      end do
    end do
  else
    do j = 1, n
      product(j) = product(j) + a(1, j)*x(j)
      do i = j + 1, min(n, j + k)
        product(i) = product(i) + a(1 + i - j, j)*x(j)
        product(j) = product(j) + a(1 + i - j, j)*x(i)
      end do
    end do
  end if
  y = adc_times(beta, y) + adc_times(alpha, product)
end subroutine

! Packed matrices have their columns one after another, each with its part of the triangle alone.
subroutine dspmv(uplo, n, alpha, ap, x, incx, beta, y, incy)
  implicit none
  character(1) :: uplo
  integer :: n, incx, incy, i, j
  real(8) :: alpha, beta, ap(:), x(:), y(:), product(n)
  call adc_vector(ap, n*(n + 1)/2, 1)
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  product = 0
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      product(j) = product(j) + ap(j + j*(j - 1)/2)*x(j)
      do i = 1, j - 1
        product(i) = product(i) + ap(i + j*(j - 1)/2)*x(j)
        product(j) = product(j) + ap(i + j*(j - 1)/2)*x(i)
      end do
    end do
  else
    do j = 1, n
      product(j) = product(j) + ap(j + (j - 1)*(2*n - j)/2)*x(j)
      do i = j + 1, n
        product(i) = product(i) + ap(i + (j - 1)*(2*n - j)/2)*x(j)
        product(j) = product(j) + ap(i + (j - 1)*(2*n - j)/2)*x(i)
      end do
    end do
  end if
  y = adc_times(beta, y) + adc_times(alpha, product)
end subroutine

subroutine dspr(uplo, n, alpha, x, incx, ap)
  implicit none
  character(1) :: uplo
  integer :: n, incx, i, j
  real(8) :: alpha, x(:), ap(:)
  call adc_vector(x, n, incx)
  call adc_vector(ap, n*(n + 1)/2, 1)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j
        ap(i + j*(j - 1)/2) = ap(i + j*(j - 1)/2) + adc_times(alpha, x(i)*x(j))
      end do
    end do
  else
    do j = 1, n
      do i = j, n
        ap(i + (j - 1)*(2*n - j)/2) = ap(i + (j - 1)*(2*n - j)/2) + adc_times(alpha, x(i)*x(j))
      end do
    end do
  end if
end subroutine

subroutine dspr2(uplo, n, alpha, x, incx, y, incy, ap)
  implicit none
  character(1) :: uplo
  integer :: n, incx, incy, i, j, p
  real(8) :: alpha, x(:), y(:), ap(:)
  call adc_vector(x, n, incx)
  call adc_vector(y, n, incy)
  call adc_vector(ap, n*(n + 1)/2, 1)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j
        ap(i + j*(j - 1)/2) = ap(i + j*(j - 1)/2) + adc_times(alpha, x(i)*y(j) + y(i)*x(j))
      end do
    end do
  else
    do j = 1, n
      do i = j, n
        p = i + (j - 1)*(2*n - j)/2
        ap(p) = ap(p) + adc_times(alpha, x(i)*y(j) + y(i)*x(j))
      end do
    end do
  end if
end subroutine

subroutine dtbmv(uplo, trans, diag, n, k, a, lda, x, incx)
  implicit none
  character(1) :: uplo, trans, diag
  integer :: n, k, lda, incx, i, j
  real(8) :: a(:, :), x(:), product(n)
  call adc_matrix(a, k + 1, n, lda)
  call adc_vector(x, n, incx)
  do j = 1, n
    product(j) = x(j)
    if (uplo == 'U' .or. uplo == 'u') then
      if (diag == 'N' .or. diag == 'n') product(j) = a(k + 1, j)*x(j)
    else
      if (diag == 'N' .or. diag == 'n') product(j) = a(1, j)*x(j)
    end if
  end do
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = max(1, j - k), j - 1
        if (trans == 'N' .or. trans == 'n') then
          product(i) = product(i) + a(k + 1 + i - j, j)*x(j)
        else
          product(j) = product(j) + a(k + 1 + i - j, j)*x(i)
        end if
      end do
    end do
  else
    do j = 1, n
      do i = j + 1, min(n, j + k)
        if (trans == 'N' .or. trans == 'n') then
          product(i) = product(i) + a(1 + i - j, j)*x(j)
        else
          product(j) = product(j) + a(1 + i - j, j)*x(i)
        end if
      end do
    end do
  end if
  x = product
end subroutine

subroutine dtbsv(uplo, trans, diag, n, k, a, lda, x, incx)
  implicit none
  character(1) :: uplo, trans, diag
  integer :: n, k, lda, incx, i, j
  real(8) :: a(:, :), x(:)
  call adc_matrix(a, k + 1, n, lda)
  call adc_vector(x, n, incx)
  if (uplo == 'U' .or. uplo == 'u') then
    if (trans == 'N' .or. trans == 'n') then
      do j = n, 1, -1
        if (diag == 'N' .or. diag == 'n') x(j) = x(j)/a(k + 1, j)
        do i = max(1, j - k), j - 1
          x(i) = x(i) - a(k + 1 + i - j, j)*x(j)
        end do
      end do
    else
      do j = 1, n
        do i = max(1, j - k), j - 1
          x(j) = x(j) - a(k + 1 + i - j, j)*x(i)
        end do
        if (diag == 'N' .or. diag == 'n') x(j) = x(j)/a(k + 1, j)
      end do
    end if
  else
    if (trans == 'N' .or. trans == 'n') then
      do j = 1, n
        if (diag == 'N' .or. diag == 'n') x(j) = x(j)/a(1, j)
        do i = j + 1, min(n, j + k)
          x(i) = x(i) - a(1 + i - j, j)*x(j)
        end do
      end do
    else
      do j = n, 1, -1
        do i = j + 1, min(n, j + k)
          x(j) = x(j) - a(1 + i - j, j)*x(i)
        end do
        if (diag == 'N' .or. diag == 'n') x(j) = x(j)/a(1, j)
      end do
    end if
  end if
end subroutine

subroutine dtpmv(uplo, trans, diag, n, ap, x, incx)
  implicit none
  character(1) :: uplo, trans, diag
  integer :: n, incx, i, j
  real(8) :: ap(:), x(:), product(n)
  call adc_vector(ap, n*(n + 1)/2, 1)
  call adc_vector(x, n, incx)
  do j = 1, n
    product(j) = x(j)
    if (uplo == 'U' .or. uplo == 'u') then
      if (diag == 'N' .or. diag == 'n') product(j) = ap(j + j*(j - 1)/2)*x(j)
    else
      if (diag == 'N' .or. diag == 'n') product(j) = ap(j + (j - 1)*(2*n - j)/2)*x(j)
    end if
  end do
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j - 1
        if (trans == 'N' .or. trans == 'n') then
          product(i) = product(i) + ap(i + j*(j - 1)/2)*x(j)
        else
          product(j) = product(j) + ap(i + j*(j - 1)/2)*x(i)
        end if
      end do
    end do
  else
    do j = 1, n
      do i = j + 1, n
        if (trans == 'N' .or. trans == 'n') then
          product(i) = product(i) + ap(i + (j - 1)*(2*n - j)/2)*x(j)
        else
          product(j) = product(j) + ap(i + (j - 1)*(2*n - j)/2)*x(i)
        end if
      end do
    end do
  end if
  x = product
end subroutine

subroutine dtpsv(uplo, trans, diag, n, ap, x, incx)
  implicit none
  character(1) :: uplo, trans, diag
  integer :: n, incx, i, j
  real(8) :: ap(:), x(:)
  call adc_vector(ap, n*(n + 1)/2, 1)
  call adc_vector(x, n, incx)
  if (uplo == 'U' .or. uplo == 'u') then
    if (trans == 'N' .or. trans == 'n') then
      do j = n, 1, -1
        if (diag == 'N' .or. diag == 'n') x(j) = x(j)/ap(j + j*(j - 1)/2)
        do i = 1, j - 1
          x(i) = x(i) - ap(i + j*(j - 1)/2)*x(j)
        end do
      end do
    else
      do j = 1, n
        do i = 1, j - 1
          x(j) = x(j) - ap(i + j*(j - 1)/2)*x(i)
        end do
        if (diag == 'N' .or. diag == 'n') x(j) = x(j)/ap(j + j*(j - 1)/2)
      end do
    end if
  else
    if (trans == 'N' .or. trans == 'n') then
      do j = 1, n
        if (diag == 'N' .or. diag == 'n') x(j) = x(j)/ap(j + (j - 1)*(2*n - j)/2)
        do i = j + 1, n
          x(i) = x(i) - ap(i + (j - 1)*(2*n - j)/2)*x(j)
        end do
      end do
    else
      do j = n, 1, -1
        do i = j + 1, n
          x(j) = x(j) - ap(i + (j - 1)*(2*n - j)/2)*x(i)
        end do
        if (diag == 'N' .or. diag == 'n') x(j) = x(j)/ap(j + (j - 1)*(2*n - j)/2)
      end do
    end if
  end if
end subroutine

! -- matrices --------------------------------------------------------------------------------------

subroutine dgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  implicit none
  character(1) :: transa, transb
  integer :: m, n, k, lda, ldb, ldc
  real(8) :: alpha, beta, a(:, :), b(:, :), c(:, :)
  call adc_matrix(c, m, n, ldc)
  if (transa == 'N' .or. transa == 'n') then
    call adc_matrix(a, m, k, lda)
    if (transb == 'N' .or. transb == 'n') then
      call adc_matrix(b, k, n, ldb)
      c = adc_times(beta, c) + adc_times(alpha, matmul(a, b))
    else
      call adc_matrix(b, n, k, ldb)
      c = adc_times(beta, c) + adc_times(alpha, matmul(a, transpose(b)))
    end if
  else
    call adc_matrix(a, k, m, lda)
    if (transb == 'N' .or. transb == 'n') then
      call adc_matrix(b, k, n, ldb)
      c = adc_times(beta, c) + adc_times(alpha, matmul(transpose(a), b))
    else
      call adc_matrix(b, n, k, ldb)
      c = adc_times(beta, c) + adc_times(alpha, matmul(transpose(a), transpose(b)))
    end if
  end if
end subroutine

subroutine dsymm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
  implicit none
  character(1) :: side, uplo
  integer :: m, n, lda, ldb, ldc
  real(8) :: alpha, beta, a(:, :), b(:, :), c(:, :)
  call adc_matrix(b, m, n, ldb)
  call adc_matrix(c, m, n, ldc)
  if (side == 'L' .or. side == 'l') then
    call adc_matrix(a, m, m, lda)
    c = adc_times(beta, c) + adc_times(alpha, matmul(adc_symmetric(uplo, a), b))
  else
    call adc_matrix(a, n, n, lda)
    c = adc_times(beta, c) + adc_times(alpha, matmul(b, adc_symmetric(uplo, a)))
  end if
end subroutine

subroutine dsyrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
  implicit none
  character(1) :: uplo, trans
  integer :: n, k, lda, ldc, i, j
  real(8) :: alpha, beta, a(:, :), c(:, :), product(n, n)
  if (trans == 'N' .or. trans == 'n') then
    call adc_matrix(a, n, k, lda)
    product = matmul(a, transpose(a))
  else
    call adc_matrix(a, k, n, lda)
    product = matmul(transpose(a), a)
  end if
  call adc_matrix(c, n, n, ldc)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j
        c(i, j) = adc_times(beta, c(i, j)) + adc_times(alpha, product(i, j))
      end do
    end do
  else
    do j = 1, n
      do i = j, n
        c(i, j) = adc_times(beta, c(i, j)) + adc_times(alpha, product(i, j))
      end do
    end do
  end if
end subroutine

subroutine dsyr2k(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  implicit none
  character(1) :: uplo, trans
  integer :: n, k, lda, ldb, ldc, i, j
  real(8) :: alpha, beta, a(:, :), b(:, :), c(:, :), product(n, n)
  if (trans == 'N' .or. trans == 'n') then
    call adc_matrix(a, n, k, lda)
    call adc_matrix(b, n, k, ldb)
    product = matmul(a, transpose(b))
  else
    call adc_matrix(a, k, n, lda)
    call adc_matrix(b, k, n, ldb)
    product = matmul(transpose(a), b)
  end if
  call adc_matrix(c, n, n, ldc)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j
        c(i, j) = adc_times(beta, c(i, j)) + adc_times(alpha, product(i, j) + product(j, i))
      end do
    end do
  else
    do j = 1, n
      do i = j, n
        c(i, j) = adc_times(beta, c(i, j)) + adc_times(alpha, product(i, j) + product(j, i))
      end do
    end do
  end if
end subroutine

subroutine dtrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
  implicit none
  character(1) :: side, uplo, transa, diag
  integer :: m, n, lda, ldb
  real(8) :: alpha, a(:, :), b(:, :)
  call adc_matrix(b, m, n, ldb)
  b = adc_times(alpha, b)
  if (side == 'L' .or. side == 'l') then
    call adc_matrix(a, m, m, lda)
    b = adc_solved(uplo, transa, diag, a, b)
  else
    call adc_matrix(a, n, n, lda)
    if (transa == 'N' .or. transa == 'n') then
      b = transpose(adc_solved(uplo, 'T', diag, a, transpose(b)))
    else
      b = transpose(adc_solved(uplo, 'N', diag, a, transpose(b)))
    end if
  end if
end subroutine

subroutine dtrmm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb)
  implicit none
  character(1) :: side, uplo, transa, diag
  integer :: m, n, lda, ldb, i, j
  real(8) :: alpha, a(:, :), b(:, :), before(m, m), behind(n, n)
  call adc_matrix(b, m, n, ldb)
  if (side == 'L' .or. side == 'l') then
    call adc_matrix(a, m, m, lda)
    before = 0
    do j = 1, m
      do i = 1, m
        if (i == j) then
          before(i, j) = 1
          if (diag == 'N' .or. diag == 'n') before(i, j) = a(i, j)
        else if ((i < j) .eqv. (uplo == 'U' .or. uplo == 'u')) then
          before(i, j) = a(i, j)
        end if
      end do
    end do
    if (transa == 'N' .or. transa == 'n') then
      b = adc_times(alpha, matmul(before, b))
    else
      b = adc_times(alpha, matmul(transpose(before), b))
    end if
  else
    call adc_matrix(a, n, n, lda)
    behind = 0
    do j = 1, n
      do i = 1, n
        if (i == j) then
          behind(i, j) = 1
          if (diag == 'N' .or. diag == 'n') behind(i, j) = a(i, j)
        else if ((i < j) .eqv. (uplo == 'U' .or. uplo == 'u')) then
          behind(i, j) = a(i, j)
        end if
      end do
    end do
    if (transa == 'N' .or. transa == 'n') then
      b = adc_times(alpha, matmul(b, behind))
    else
      b = adc_times(alpha, matmul(b, transpose(behind)))
    end if
  end if
end subroutine

! -- copies, constants and norms -------------------------------------------------------------------

subroutine dlacpy(uplo, m, n, a, lda, b, ldb)
  implicit none
  character(1) :: uplo
  integer :: m, n, lda, ldb, i, j
  real(8) :: a(:, :), b(:, :)
  call adc_matrix(a, m, n, lda)
  call adc_matrix(b, m, n, ldb)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, min(j, m)
        b(i, j) = a(i, j)
      end do
    end do
  else if (uplo == 'L' .or. uplo == 'l') then
    do j = 1, n
      do i = j, m
        b(i, j) = a(i, j)
      end do
    end do
  else
    b = a
  end if
end subroutine

subroutine dlaset(uplo, m, n, alpha, beta, a, lda)
  implicit none
  character(1) :: uplo
  integer :: m, n, lda, i, j
  real(8) :: alpha, beta, a(:, :)
  call adc_matrix(a, m, n, lda)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 2, n
      do i = 1, min(j - 1, m)
        a(i, j) = alpha
      end do
    end do
  else if (uplo == 'L' .or. uplo == 'l') then
    do j = 1, n
      do i = j + 1, m
        a(i, j) = alpha
      end do
    end do
  else
    a = alpha
  end if
  do i = 1, min(m, n)
    a(i, i) = beta
  end do
end subroutine

real(8) function dlange(norm, m, n, a, lda, work)
  implicit none
  character(1) :: norm
  integer :: m, n, lda
  real(8) :: a(:, :), work(:)
  call adc_matrix(a, m, n, lda)
  dlange = 0
  if (m > 0 .and. n > 0) then
    select case (norm)
    case ('M', 'm')
      dlange = maxval(abs(a))
    case ('O', 'o', '1')
      dlange = maxval(sum(abs(a), dim=1))
    case ('I', 'i')
      dlange = maxval(sum(abs(a), dim=2))
    case ('F', 'f', 'E', 'e')
      dlange = norm2(a)
    end select
  end if
end function

real(8) function dlansy(norm, uplo, n, a, lda, work)
  implicit none
  character(1) :: norm, uplo
  integer :: n, lda
  real(8) :: a(:, :), work(:), whole(n, n)
  call adc_matrix(a, n, n, lda)
  whole = adc_symmetric(uplo, a)
  dlansy = 0
  if (n > 0) then
    select case (norm)
    case ('M', 'm')
      dlansy = maxval(abs(whole))
    case ('O', 'o', '1', 'I', 'i')
      dlansy = maxval(sum(abs(whole), dim=1))
    case ('F', 'f', 'E', 'e')
      dlansy = norm2(whole)
    end select
  end if
end function

! -- systems of equations --------------------------------------------------------------------------

subroutine dgetrf(m, n, a, lda, ipiv, info)
  implicit none
  integer :: m, n, lda, ipiv(:), info, pivots(n), i
  real(8) :: a(:, :), factor(n, n)
  if (m /= n) call adc_refused(a, 'a matrix that is not square')
  call adc_matrix(a, n, n, lda)
  call adc_vector(ipiv, n, 1)
  call adc_lu(factor, pivots, a)
  a = factor
  ipiv = pivots
  info = 0
  do i = n, 1, -1
    if (a(i, i) == 0) info = i
  end do
end subroutine

subroutine dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
  implicit none
  character(1) :: trans
  integer :: n, nrhs, lda, ipiv(:), ldb, info
  real(8) :: a(:, :), b(:, :)
  call adc_matrix(a, n, n, lda)
  call adc_vector(ipiv, n, 1)
  call adc_matrix(b, n, nrhs, ldb)
  if (trans == 'N' .or. trans == 'n') then
    b = adc_exchanged(ipiv, b)
    b = adc_solved('L', 'N', 'U', a, b)
    b = adc_solved('U', 'N', 'N', a, b)
  else
    b = adc_solved('U', 'T', 'N', a, b)
    b = adc_solved('L', 'T', 'U', a, b)
    b = adc_returned(ipiv, b)
  end if
  info = 0
end subroutine

subroutine dgesv(n, nrhs, a, lda, ipiv, b, ldb, info)
  implicit none
  integer :: n, nrhs, lda, ipiv(:), ldb, info, pivots(n), i
  real(8) :: a(:, :), b(:, :), factor(n, n)
  call adc_matrix(a, n, n, lda)
  call adc_vector(ipiv, n, 1)
  call adc_matrix(b, n, nrhs, ldb)
  call adc_lu(factor, pivots, a)
  info = 0
  do i = n, 1, -1
    if (factor(i, i) == 0) info = i
  end do
  if (info == 0) b = adc_lu_solved(a, factor, pivots, b)
  a = factor
  ipiv = pivots
end subroutine

subroutine dpotrf(uplo, n, a, lda, info)
  implicit none
  character(1) :: uplo
  integer :: n, lda, info, i, j
  real(8) :: a(:, :), factor(n, n)
  call adc_matrix(a, n, n, lda)
  info = 0
  call adc_cholesky(factor, info, a, uplo)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j
        a(i, j) = factor(i, j)
      end do
    end do
  else
    do j = 1, n
      do i = j, n
        a(i, j) = factor(i, j)
      end do
    end do
  end if
end subroutine

subroutine dpotrs(uplo, n, nrhs, a, lda, b, ldb, info)
  implicit none
  character(1) :: uplo
  integer :: n, nrhs, lda, ldb, info
  real(8) :: a(:, :), b(:, :)
  call adc_matrix(a, n, n, lda)
  call adc_matrix(b, n, nrhs, ldb)
  if (uplo == 'U' .or. uplo == 'u') then
    b = adc_solved('U', 'T', 'N', a, b)
    b = adc_solved('U', 'N', 'N', a, b)
  else
    b = adc_solved('L', 'N', 'N', a, b)
    b = adc_solved('L', 'T', 'N', a, b)
  end if
  info = 0
end subroutine

subroutine dposv(uplo, n, nrhs, a, lda, b, ldb, info)
  implicit none
  character(1) :: uplo
  integer :: n, nrhs, lda, ldb, info, i, j
  real(8) :: a(:, :), b(:, :), factor(n, n)
  call adc_matrix(a, n, n, lda)
  call adc_matrix(b, n, nrhs, ldb)
  info = 0
  call adc_cholesky(factor, info, a, uplo)
  if (info == 0) b = adc_cholesky_solved(uplo, a, factor, b)
  if (uplo == 'U' .or. uplo == 'u') then
    do j = 1, n
      do i = 1, j
        a(i, j) = factor(i, j)
      end do
    end do
  else
    do j = 1, n
      do i = j, n
        a(i, j) = factor(i, j)
      end do
    end do
  end if
end subroutine

subroutine dtrtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
  implicit none
  character(1) :: uplo, trans, diag
  integer :: n, nrhs, lda, ldb, info, i
  real(8) :: a(:, :), b(:, :)
  call adc_matrix(a, n, n, lda)
  call adc_matrix(b, n, nrhs, ldb)
  info = 0
  if (diag == 'N' .or. diag == 'n') then
    do i = n, 1, -1
      if (a(i, i) == 0) info = i
    end do
  end if
  if (info == 0) b = adc_solved(uplo, trans, diag, a, b)
end subroutine

! -- inverses --------------------------------------------------------------------------------------

subroutine dgetri(n, a, lda, ipiv, work, lwork, info)
  implicit none
  integer :: n, lda, ipiv(:), lwork, info, i
  real(8) :: a(:, :), work(:), inverse(n, n)
  if (lwork == -1) then
    call adc_vector(work, 1, 1)
    work(1) = max(1, n)
    info = 0
  else
    call adc_matrix(a, n, n, lda)
    call adc_vector(ipiv, n, 1)
    info = 0
    do i = n, 1, -1
      if (a(i, i) == 0) info = i
    end do
    if (info == 0) then
      inverse = 0
      do i = 1, n
        inverse(i, i) = 1
      end do
      inverse = adc_exchanged(ipiv, inverse)
      inverse = adc_solved('L', 'N', 'U', a, inverse)
      inverse = adc_solved('U', 'N', 'N', a, inverse)
      a = inverse
    end if
  end if
end subroutine

subroutine dpotri(uplo, n, a, lda, info)
  implicit none
  character(1) :: uplo
  integer :: n, lda, info, i, j
  real(8) :: a(:, :), inverse(n, n)
  call adc_matrix(a, n, n, lda)
  info = 0
  do i = n, 1, -1
    if (a(i, i) == 0) info = i
  end do
  if (info == 0) then
    inverse = 0
    do i = 1, n
      inverse(i, i) = 1
    end do
    if (uplo == 'U' .or. uplo == 'u') then
      inverse = adc_solved('U', 'T', 'N', a, inverse)
      inverse = adc_solved('U', 'N', 'N', a, inverse)
      do j = 1, n
        do i = 1, j
          a(i, j) = inverse(i, j)
        end do
      end do
    else
      inverse = adc_solved('L', 'N', 'N', a, inverse)
      inverse = adc_solved('L', 'T', 'N', a, inverse)
      do j = 1, n
        do i = j, n
          a(i, j) = inverse(i, j)
        end do
      end do
    end if
  end if
end subroutine

! -- eigenvalues and orthonormal factors -----------------------------------------------------------

subroutine dsyev(jobz, uplo, n, a, lda, w, work, lwork, info)
  implicit none
  character(1) :: jobz, uplo
  integer :: n, lda, lwork, info
  real(8) :: a(:, :), w(:), work(:), values(n), vectors(n, n)
  info = 0
  if (lwork == -1) then
    call adc_vector(work, 1, 1)
    work(1) = max(1, 3*n - 1)
  else
    call adc_matrix(a, n, n, lda)
    call adc_vector(w, n, 1)
    if (jobz == 'V' .or. jobz == 'v') then
      call adc_eigenvectors(values, vectors, a, uplo)
      a = vectors
    else
      call adc_eigenvalues(values, vectors, a, uplo)
    end if
    w = values
  end if
end subroutine

! A reflector for each column, as that is left by those before it: H = 1 - tau v v', v(1) = 1.
subroutine dgeqrf(m, n, a, lda, tau, work, lwork, info)
  implicit none
  integer :: m, n, lda, lwork, info, i, j, k
  real(8) :: a(:, :), tau(:), work(:), s, t, beta
  info = 0
  if (lwork == -1) then
    call adc_vector(work, 1, 1)
    work(1) = max(1, n)
  else
    call adc_matrix(a, m, n, lda)
    call adc_vector(tau, min(m, n), 1)
    do k = 1, min(m, n)
      s = 0
      do i = k + 1, m
        s = s + a(i, k)**2
      end do
      if (s == 0) then
        tau(k) = 0
      else
        beta = -sign(sqrt(a(k, k)**2 + s), a(k, k))
        tau(k) = (beta - a(k, k))/beta
        t = 1/(a(k, k) - beta)
        do i = k + 1, m
          a(i, k) = t*a(i, k)
        end do
        a(k, k) = beta
        do j = k + 1, n
          t = a(k, j)
          do i = k + 1, m
            t = t + a(i, k)*a(i, j)
          end do
          t = tau(k)*t
          a(k, j) = a(k, j) - t
          do i = k + 1, m
            a(i, j) = a(i, j) - t*a(i, k)
          end do
        end do
      end if
    end do
  end if
end subroutine

subroutine dorgqr(m, n, k, a, lda, tau, work, lwork, info)
  implicit none
  integer :: m, n, k, lda, lwork, info, i, j, l
  real(8) :: a(:, :), tau(:), work(:), q(m, n), t
  info = 0
  if (lwork == -1) then
    call adc_vector(work, 1, 1)
    work(1) = max(1, n)
  else
    call adc_matrix(a, m, n, lda)
    call adc_vector(tau, k, 1)
    q = 0
    do j = 1, n
      q(j, j) = 1
    end do
    do l = k, 1, -1
      do j = l, n
        t = q(l, j)
        do i = l + 1, m
          t = t + a(i, l)*q(i, j)
        end do
        t = tau(l)*t
        q(l, j) = q(l, j) - t
        do i = l + 1, m
          q(i, j) = q(i, j) - t*a(i, l)
        end do
      end do
    end do
    a = q
  end if
end subroutine

subroutine dormqr(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork, info)
  implicit none
  character(1) :: side, trans
  integer :: m, n, k, lda, ldc, lwork, info, i, j, l, p
  real(8) :: a(:, :), tau(:), c(:, :), work(:), t
  info = 0
  if (lwork == -1) then
    call adc_vector(work, 1, 1)
    work(1) = max(1, m, n)
  else if (side == 'L' .or. side == 'l') then
    call adc_matrix(a, m, k, lda)
    call adc_vector(tau, k, 1)
    call adc_matrix(c, m, n, ldc)
    do p = 1, k
      l = k + 1 - p
      if (trans == 'T' .or. trans == 't') l = p
      do j = 1, n
        t = c(l, j)
        do i = l + 1, m
          t = t + a(i, l)*c(i, j)
        end do
        t = tau(l)*t
        c(l, j) = c(l, j) - t
        do i = l + 1, m
          c(i, j) = c(i, j) - t*a(i, l)
        end do
      end do
    end do
  else
    call adc_matrix(a, n, k, lda)
    call adc_vector(tau, k, 1)
    call adc_matrix(c, m, n, ldc)
    do p = 1, k
      l = p
      if (trans == 'T' .or. trans == 't') l = k + 1 - p
      do j = 1, m
        t = c(j, l)
        do i = l + 1, n
          t = t + a(i, l)*c(j, i)
        end do
        t = tau(l)*t
        c(j, l) = c(j, l) - t
        do i = l + 1, n
          c(j, i) = c(j, i) - t*a(i, l)
        end do
      end do
    end do
  end if
end subroutine

! -- systems with few diagonals --------------------------------------------------------------------

subroutine dgtsv(n, nrhs, dl, d, du, b, ldb, info)
  implicit none
  integer :: n, nrhs, ldb, info, i, j
  real(8) :: dl(:), d(:), du(:), b(:, :), share, kept
  call adc_vector(dl, n - 1, 1)
  call adc_vector(d, n, 1)
  call adc_vector(du, n - 1, 1)
  call adc_matrix(b, n, nrhs, ldb)
  do i = 1, n - 1
    if (abs(d(i)) >= abs(dl(i))) then
      if (d(i) /= 0) then
        share = dl(i)/d(i)
        d(i + 1) = d(i + 1) - share*du(i)
        do j = 1, nrhs
          b(i + 1, j) = b(i + 1, j) - share*b(i, j)
        end do
      end if
      if (i < n - 1) dl(i) = 0
    else
      share = d(i)/dl(i)
      d(i) = dl(i)
      kept = d(i + 1)
      d(i + 1) = du(i) - share*kept
      if (i < n - 1) then
        dl(i) = du(i + 1)
        du(i + 1) = -share*dl(i)
      end if
      du(i) = kept
      do j = 1, nrhs
        kept = b(i, j)
        b(i, j) = b(i + 1, j)
        b(i + 1, j) = kept - share*b(i + 1, j)
      end do
    end if
  end do
  info = 0
  do i = n, 1, -1
    if (d(i) == 0) info = i
  end do
  if (info == 0) then
    do j = 1, nrhs
      if (n > 0) b(n, j) = b(n, j)/d(n)
      if (n > 1) b(n - 1, j) = (b(n - 1, j) - du(n - 1)*b(n, j))/d(n - 1)
      do i = n - 2, 1, -1
        b(i, j) = (b(i, j) - du(i)*b(i + 1, j) - dl(i)*b(i + 2, j))/d(i)
      end do
    end do
  end if
end subroutine

subroutine dpttrf(n, d, e, info)
  implicit none
  integer :: n, info, i
  real(8) :: d(:), e(:), kept
  call adc_vector(d, n, 1)
  call adc_vector(e, n - 1, 1)
  do i = 1, n - 1
    if (d(i) > 0) then
      kept = e(i)
      e(i) = kept/d(i)
      d(i + 1) = d(i + 1) - e(i)*kept
    end if
  end do
  info = 0
  do i = n, 1, -1
    if (.not. d(i) > 0) info = i
  end do
end subroutine

subroutine dpttrs(n, nrhs, d, e, b, ldb, info)
  implicit none
  integer :: n, nrhs, ldb, info, i, j
  real(8) :: d(:), e(:), b(:, :)
  call adc_vector(d, n, 1)
  call adc_vector(e, n - 1, 1)
  call adc_matrix(b, n, nrhs, ldb)
  do j = 1, nrhs
    do i = 2, n
      b(i, j) = b(i, j) - b(i - 1, j)*e(i - 1)
    end do
    if (n > 0) b(n, j) = b(n, j)/d(n)
    do i = n - 1, 1, -1
      b(i, j) = b(i, j)/d(i) - b(i + 1, j)*e(i)
    end do
  end do
  info = 0
end subroutine

subroutine dptsv(n, nrhs, d, e, b, ldb, info)
  implicit none
  integer :: n, nrhs, ldb, info, done
  real(8) :: d(:), e(:), b(:, :)
  call dpttrf(n, d, e, info)
  if (info == 0) call dpttrs(n, nrhs, d, e, b, ldb, done)
end subroutine

subroutine dgbtrf(m, n, kl, ku, ab, ldab, ipiv, info)
  implicit none
  integer :: m, n, kl, ku, ldab, ipiv(:), info, i, j, c, p, kv
  real(8) :: ab(:, :), largest, kept
  if (m /= n) call adc_refused(ab, 'a matrix that is not square')
  kv = kl + ku
  call adc_matrix(ab, kl + kv + 1, n, ldab)
  call adc_vector(ipiv, n, 1)
  do j = 1, n
    do i = max(1, kv + 2 - j), kl
      ab(i, j) = 0
    end do
  end do
  do j = 1, n
    p = j
    largest = abs(ab(kv + 1, j))
    do i = 1, min(kl, n - j)
      if (abs(ab(kv + 1 + i, j)) > largest) then
        largest = abs(ab(kv + 1 + i, j))
        p = j + i
      end if
    end do
    ipiv(j) = p
    do i = 1, min(kl, n - j)
      if (p == j + i) then
        do c = j, min(j + kv, n)
          kept = ab(kv + 1 + j - c, c)
          ab(kv + 1 + j - c, c) = ab(kv + 1 + i + j - c, c)
          ab(kv + 1 + i + j - c, c) = kept
        end do
      end if
    end do
    if (ab(kv + 1, j) /= 0) then
      do i = 1, min(kl, n - j)
        ab(kv + 1 + i, j) = ab(kv + 1 + i, j)/ab(kv + 1, j)
      end do
      do c = j + 1, min(j + kv, n)
        do i = 1, min(kl, n - j)
          kept = ab(kv + 1 + i, j)*ab(kv + 1 + j - c, c)
          ab(kv + 1 + i + j - c, c) = ab(kv + 1 + i + j - c, c) - kept
        end do
      end do
    end if
  end do
  info = 0
  do j = n, 1, -1
    if (ab(kv + 1, j) == 0) info = j
  end do
end subroutine

subroutine dgbtrs(trans, n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
  implicit none
  character(1) :: trans
  integer :: n, kl, ku, nrhs, ldab, ipiv(:), ldb, info, i, j, k, kv
  real(8) :: ab(:, :), b(:, :), kept
  kv = kl + ku
  call adc_matrix(ab, kl + kv + 1, n, ldab)
  call adc_vector(ipiv, n, 1)
  call adc_matrix(b, n, nrhs, ldb)
  if (trans == 'N' .or. trans == 'n') then
    do j = 1, n - 1
      do i = 1, min(kl, n - j)
        if (ipiv(j) == j + i) then
          do k = 1, nrhs
            kept = b(j, k)
            b(j, k) = b(j + i, k)
            b(j + i, k) = kept
          end do
        end if
      end do
      do k = 1, nrhs
        do i = 1, min(kl, n - j)
          b(j + i, k) = b(j + i, k) - ab(kv + 1 + i, j)*b(j, k)
        end do
      end do
    end do
    do j = n, 1, -1
      do k = 1, nrhs
        b(j, k) = b(j, k)/ab(kv + 1, j)
        do i = max(1, j - kv), j - 1
          b(i, k) = b(i, k) - ab(kv + 1 + i - j, j)*b(j, k)
        end do
      end do
    end do
  else
    do j = 1, n
      do k = 1, nrhs
        do i = max(1, j - kv), j - 1
          b(j, k) = b(j, k) - ab(kv + 1 + i - j, j)*b(i, k)
        end do
        b(j, k) = b(j, k)/ab(kv + 1, j)
      end do
    end do
    do j = n - 1, 1, -1
      do k = 1, nrhs
        do i = 1, min(kl, n - j)
          b(j, k) = b(j, k) - ab(kv + 1 + i, j)*b(j + i, k)
        end do
      end do
      do i = 1, min(kl, n - j)
        if (ipiv(j) == j + i) then
          do k = 1, nrhs
            kept = b(j, k)
            b(j, k) = b(j + i, k)
            b(j + i, k) = kept
          end do
        end if
      end do
    end do
  end if
  info = 0
end subroutine

subroutine dgbsv(n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, info)
  implicit none
  integer :: n, kl, ku, nrhs, ldab, ipiv(:), ldb, info, done
  real(8) :: ab(:, :), b(:, :)
  call dgbtrf(n, n, kl, ku, ab, ldab, ipiv, info)
  if (info == 0) call dgbtrs('N', n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb, done)
end subroutine

! What routines of BLAS do where data decide how long their vectors are: loops over elements.

real(8) function ddot(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  real(8) :: x(*), y(*)
  ddot = 0
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    ddot = ddot + x(jx + i*incx)*y(jy + i*incy)
  end do
end function

subroutine daxpy(n, alpha, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  real(8) :: alpha, x(*), y(*)
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    y(jy + i*incy) = y(jy + i*incy) + alpha*x(jx + i*incx)
  end do
end subroutine

subroutine dcopy(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  real(8) :: x(*), y(*)
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    y(jy + i*incy) = x(jx + i*incx)
  end do
end subroutine

subroutine dswap(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  real(8) :: x(*), y(*), kept
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    kept = x(jx + i*incx)
    x(jx + i*incx) = y(jy + i*incy)
    y(jy + i*incy) = kept
  end do
end subroutine

subroutine drot(n, x, incx, y, incy, c, s)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  real(8) :: x(*), y(*), c, s, kept
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    kept = c*x(jx + i*incx) + s*y(jy + i*incy)
    y(jy + i*incy) = c*y(jy + i*incy) - s*x(jx + i*incx)
    x(jx + i*incx) = kept
  end do
end subroutine

subroutine dscal(n, alpha, x, incx)
  implicit none
  integer :: n, incx, i
  real(8) :: alpha, x(*)
  if (incx < 1) stop 'distance below 1'
  do i = 0, n - 1
    x(1 + i*incx) = alpha*x(1 + i*incx)
  end do
end subroutine

real(8) function dasum(n, x, incx)
  implicit none
  integer :: n, incx, i
  real(8) :: x(*)
  if (incx < 1) stop 'distance below 1'
  dasum = 0
  do i = 0, n - 1
    dasum = dasum + abs(x(1 + i*incx))
  end do
end function

real(8) function dnrm2(n, x, incx)
  implicit none
  integer :: n, incx, i
  real(8) :: x(*), total
  if (incx < 1) stop 'distance below 1'
  total = 0
  do i = 0, n - 1
    total = total + x(1 + i*incx)**2
  end do
  dnrm2 = sqrt(total)
end function

integer function idamax(n, x, incx)
  implicit none
  integer :: n, incx, i
  real(8) :: x(*), largest
  if (incx < 1) stop 'distance below 1'
  idamax = 0
  if (n > 0) then
    idamax = 1
    largest = abs(x(1))
    do i = 1, n - 1
      if (abs(x(1 + i*incx)) > largest) then
        idamax = i + 1
        largest = abs(x(1 + i*incx))
      end if
    end do
  end if
end function

subroutine dger(m, n, alpha, x, incx, y, incy, a, lda)
  implicit none
  integer :: m, n, incx, incy, lda, i, j, jx, jy
  real(8) :: alpha, x(*), y(*), a(lda, *)
  if (incx == 0 .or. incy == 0) stop 'distance 0'
  jx = 1 + max(0, (1 - m)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do j = 0, n - 1
    do i = 0, m - 1
      a(i + 1, j + 1) = a(i + 1, j + 1) + alpha*x(jx + i*incx)*y(jy + j*incy)
    end do
  end do
end subroutine

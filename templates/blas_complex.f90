! What routines of BLAS do with complex vectors: loops over elements.

complex(8) function zdotu(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  complex(8) :: x(*), y(*)
  zdotu = 0
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    zdotu = zdotu + x(jx + i*incx)*y(jy + i*incy)
  end do
end function

complex(8) function zdotc(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  complex(8) :: x(*), y(*)
  zdotc = 0
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    zdotc = zdotc + conjg(x(jx + i*incx))*y(jy + i*incy)
  end do
end function

subroutine zaxpy(n, alpha, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  complex(8) :: alpha, x(*), y(*)
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    y(jy + i*incy) = y(jy + i*incy) + alpha*x(jx + i*incx)
  end do
end subroutine

subroutine zcopy(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  complex(8) :: x(*), y(*)
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    y(jy + i*incy) = x(jx + i*incx)
  end do
end subroutine

subroutine zswap(n, x, incx, y, incy)
  implicit none
  integer :: n, incx, incy, i, jx, jy
  complex(8) :: x(*), y(*), kept
  jx = 1 + max(0, (1 - n)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do i = 0, n - 1
    kept = x(jx + i*incx)
    x(jx + i*incx) = y(jy + i*incy)
    y(jy + i*incy) = kept
  end do
end subroutine

subroutine zscal(n, alpha, x, incx)
  implicit none
  integer :: n, incx, i
  complex(8) :: alpha, x(*)
  if (incx > 0) then
    do i = 0, n - 1
      x(1 + i*incx) = alpha*x(1 + i*incx)
    end do
  end if
end subroutine

subroutine zdscal(n, alpha, x, incx)
  implicit none
  integer :: n, incx, i
  real(8) :: alpha
  complex(8) :: x(*)
  if (incx > 0) then
    do i = 0, n - 1
      x(1 + i*incx) = alpha*x(1 + i*incx)
    end do
  end if
end subroutine

real(8) function dzasum(n, x, incx)
  implicit none
  integer :: n, incx, i
  complex(8) :: x(*)
  dzasum = 0
  if (incx > 0) then
    do i = 0, n - 1
      dzasum = dzasum + abs(dble(x(1 + i*incx))) + abs(aimag(x(1 + i*incx)))
    end do
  end if
end function

subroutine zgeru(m, n, alpha, x, incx, y, incy, a, lda)
  implicit none
  integer :: m, n, incx, incy, lda, i, j, jx, jy
  complex(8) :: alpha, x(*), y(*), a(lda, *)
  if (incx == 0 .or. incy == 0) stop 'distance 0'
  jx = 1 + max(0, (1 - m)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do j = 0, n - 1
    do i = 0, m - 1
      a(i + 1, j + 1) = a(i + 1, j + 1) + alpha*x(jx + i*incx)*y(jy + j*incy)
    end do
  end do
end subroutine

subroutine zgerc(m, n, alpha, x, incx, y, incy, a, lda)
  implicit none
  integer :: m, n, incx, incy, lda, i, j, jx, jy
  complex(8) :: alpha, x(*), y(*), a(lda, *)
  if (incx == 0 .or. incy == 0) stop 'distance 0'
  jx = 1 + max(0, (1 - m)*incx)
  jy = 1 + max(0, (1 - n)*incy)
  do j = 0, n - 1
    do i = 0, m - 1
      a(i + 1, j + 1) = a(i + 1, j + 1) + alpha*x(jx + i*incx)*conjg(y(jy + j*incy))
    end do
  end do
end subroutine

! QR decomposition by the modified Gram-Schmidt process. R is square by its nature: it stands in the
! first rows of an array with two more.
subroutine gramschmidt(m, n, a, q, r)
  implicit none
  integer, intent(in) :: m, n
  double precision, intent(inout) :: a(m, n)
  double precision, intent(out) :: q(m, n), r(n + 3, n)
  integer :: k, j
  r = 0
  do k = 1, n
    r(k, k) = sqrt(dot_product(a(:, k), a(:, k)))
    q(:, k) = a(:, k) / r(k, k)
    do j = k + 1, n
      r(k, j) = dot_product(q(:, k), a(:, j))
      a(:, j) = a(:, j) - q(:, k) * r(k, j)
    end do
  end do
end subroutine gramschmidt

! check: --function filter --wrt f,qn,z --of loglik --size n=2,m=1,nt=3 --set qn=0.2:0.5
module kalman_filter
  implicit none
  integer, parameter :: dp = selected_real_kind(15)
contains
  subroutine filter(n, m, nt, f, h, qn, rn, x, p, z, loglik)
    integer, intent(in) :: n, m, nt
    real(dp), intent(in) :: f(n, n), h(m, n), qn, rn
    real(dp), intent(inout) :: x(n), p(n, n)
    real(dp), intent(in) :: z(m, nt)
    real(dp), intent(out) :: loglik
    real(dp) :: s(m, m), sinv(m, m), k(n, m), y(m), pp(n, n)
    real(dp) :: det
    integer :: t, i
    logical :: ok
    loglik = 0
    pp = p
    p = matmul(pp, transpose(pp))
    do t = 1, nt
      x = matmul(f, x)
      p = matmul(matmul(f, p), transpose(f))
      forall (i = 1:n) p(i, i) = p(i, i) + qn
      y = z(:, t) - matmul(h, x)
      s = matmul(h, matmul(p, transpose(h)))
      do i = 1, m
        s(i, i) = s(i, i) + rn**2 + 0.1_dp
      end do
      call inverse(s, sinv, det, ok)
      if (.not. ok) then
        write (*, '(a,i0)') 'filter: singular innovation at step ', t
        stop 1
      end if
      k = matmul(p, matmul(transpose(h), sinv))
      x = x + matmul(k, y)
      p = matmul(eye(n) - matmul(k, h), p)
      loglik = loglik - 0.5_dp*(dot_product(y, matmul(sinv, y)) + log(det))
    end do
  end subroutine filter

  pure function eye(n) result(a)
    integer, intent(in) :: n
    real(dp) :: a(n, n)
    integer :: i
    a = 0
    do i = 1, n
      a(i, i) = 1
    end do
  end function eye

  subroutine inverse(a, b, det, ok)
    real(dp), intent(in) :: a(:, :)
    real(dp), intent(out) :: b(:, :), det
    logical, intent(out) :: ok
    real(dp) :: w(size(a, 1), 2*size(a, 1)), row(2*size(a, 1)), fac
    integer :: n, i, j, piv
    n = size(a, 1)
    w(:, :n) = a
    w(:, n+1:) = eye(n)
    det = 1
    ok = .true.
    do i = 1, n
      piv = i - 1 + maxloc(abs(w(i:n, i)), dim=1)
      if (abs(w(piv, i)) < tiny(1.0_dp)) then
        ok = .false.
        return
      end if
      if (piv /= i) then
        row = w(i, :)
        w(i, :) = w(piv, :)
        w(piv, :) = row
        det = -det
      end if
      det = det*w(i, i)
      w(i, :) = w(i, :)/w(i, i)
      do j = 1, n
        if (j == i) cycle
        fac = w(j, i)
        w(j, :) = w(j, :) - fac*w(i, :)
      end do
    end do
    b = w(:, n+1:)
  end subroutine inverse
end module kalman_filter

! check: --function fit --wrt obs,theta --of chi2,theta --size nobs=6,npar=2,niter=2 --set theta=0.5:1.0
module lsq
  implicit none
  integer, parameter :: dp = kind(1d0)
contains
  subroutine model(npar, theta, t, y, dy)
    integer, intent(in) :: npar
    real(dp), intent(in) :: theta(npar), t
    real(dp), intent(out) :: y
    real(dp), intent(out), optional :: dy(npar)
    integer :: i
    y = 0
    do i = 1, npar
      y = y + exp(-theta(i)*t*i)
      if (present(dy)) dy(i) = -t*i*exp(-theta(i)*t*i)
    end do
  end subroutine model

  subroutine fit(nobs, npar, niter, obs, theta, lambda, chi2)
    integer, intent(in) :: nobs, npar, niter
    real(dp), intent(in) :: obs(nobs), lambda
    real(dp), intent(inout) :: theta(npar)
    real(dp), intent(out) :: chi2
    real(dp) :: jac(nobs, npar), res(nobs), a(npar, npar), g(npar), y, t
    integer :: it, i, j
    do it = 1, niter
      do i = 1, nobs
        t = i*0.2_dp
        call model(npar, theta, t, y, dy=jac(i, :))
        res(i) = obs(i) - y
      end do
      a = matmul(transpose(jac), jac)
      g = matmul(transpose(jac), res)
      do j = 1, npar
        a(j, j) = a(j, j)*(1 + lambda**2) + 0.1_dp
      end do
      call cholsolve(a, g)
      theta = theta + g
    end do
    chi2 = 0
    do i = 1, nobs
      call model(npar, theta, i*0.2_dp, y)
      chi2 = chi2 + (obs(i) - y)**2
    end do
  end subroutine fit

  subroutine cholsolve(a, b)
    real(dp), intent(inout) :: a(:, :), b(:)
    integer :: n, i, j, k
    n = size(b)
    do j = 1, n
      a(j, j) = sqrt(a(j, j) - sum(a(j, 1:j-1)**2))
      do i = j + 1, n
        a(i, j) = (a(i, j) - dot_product(a(i, :j-1), a(j, :j-1)))/a(j, j)
      end do
    end do
    do i = 1, n
      b(i) = (b(i) - dot_product(a(i, :i-1), b(:i-1)))/a(i, i)
    end do
    do i = n, 1, -1
      b(i) = (b(i) - dot_product(a(i+1:, i), b(i+1:)))/a(i, i)
    end do
  end subroutine cholsolve
end module lsq

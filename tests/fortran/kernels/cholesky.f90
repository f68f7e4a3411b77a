! Gaussian process regression: the log likelihood of observations under a squared-exponential
! kernel, by a Cholesky factorisation of the covariance (Rasmussen and Williams 2006, algorithm 2.1).
module linear_algebra
  implicit none
  integer, parameter :: dp = kind(1.0d0)
contains

  ! Lower triangle of a in place; a may have more rows than columns, which are left alone.
  subroutine factorise(a)
    real(dp), intent(inout) :: a(:, :)
    integer :: j, k, n
    n = size(a, 2)
    do j = 1, n
      do k = 1, j - 1
        a(j:n, j) = a(j:n, j) - a(j, k) * a(j:n, k)
      end do
      a(j, j) = sqrt(a(j, j))
      a(j + 1:n, j) = a(j + 1:n, j) / a(j, j)
    end do
  end subroutine factorise

  function forward(l, b) result(x)
    real(dp), intent(in) :: l(:, :), b(:)
    real(dp) :: x(size(b))
    integer :: i
    do i = 1, size(b)
      x(i) = (b(i) - dot_product(l(i, 1:i - 1), x(1:i - 1))) / l(i, i)
    end do
  end function forward

  function backward(l, b) result(x)
    real(dp), intent(in) :: l(:, :), b(:)
    real(dp) :: x(size(b))
    integer :: i, n
    n = size(b)
    do i = n, 1, -1
      x(i) = (b(i) - sum(l(i + 1:n, i) * x(i + 1:n))) / l(i, i)
    end do
  end function backward
end module linear_algebra

module regression
  use linear_algebra, only: dp, factorise, forward, backward
  implicit none
  real(dp), parameter :: log2pi = 1.8378770664093453_dp
contains

  subroutine log_likelihood(x, y, log_scale, log_amplitude, log_noise, likelihood, alpha)
    real(dp), intent(in) :: x(:, :)            ! (features, observations)
    real(dp), intent(in) :: y(:), log_scale(:), log_amplitude, log_noise
    real(dp), intent(out) :: likelihood
    real(dp), intent(out) :: alpha(:)
    real(dp) :: cov(size(y) + 1, size(y))      ! one row of padding
    real(dp) :: distance
    integer :: i, j, n, k

    n = size(y)
    cov = 0.0_dp
    do j = 1, n
      do i = j, n
        distance = 0.0_dp
        do k = 1, size(x, 1)
          distance = distance + ((x(k, i) - x(k, j)) * exp(-log_scale(k)))**2
        end do
        cov(i, j) = exp(2 * log_amplitude - 0.5_dp * distance)
      end do
      cov(j, j) = cov(j, j) + exp(2 * log_noise)
    end do

    call factorise(cov)
    alpha = backward(cov, forward(cov, y))
    likelihood = -0.5_dp * dot_product(y, alpha) - 0.5_dp * n * log2pi
    do j = 1, n
      likelihood = likelihood - log(cov(j, j))
    end do
  end subroutine log_likelihood
end module regression

! A perceptron with two layers and a softmax on top.
module perceptron
  use iso_fortran_env, only: dp => real64
  implicit none
contains
  elemental function relu(x)
    real(dp), intent(in) :: x
    real(dp) :: relu
    relu = max(x, 0.0_dp)
  end function relu

  function mlp(x, w1, b1, w2, b2) result(e)
    real(dp), intent(in) :: x(:, :), w1(:, :), b1(:), w2(:, :), b2(:)
    real(dp) :: e(size(x, 1), size(w2, 2)), hidden(size(x, 1), size(w1, 2))
    integer :: i
    hidden = relu(matmul(x, w1) + spread(b1, 1, size(x, 1)))
    e = matmul(hidden, w2) + spread(b2, 1, size(x, 1))
    do i = 1, size(x, 1)
      e(i, :) = exp(e(i, :) - maxval(e(i, :)))
      e(i, :) = e(i, :) / sum(e(i, :))
    end do
  end function mlp

  subroutine classify(x, w1, b1, w2, b2, scores)
    real(dp), intent(in) :: x(:, :), w1(:, :), b1(:), w2(:, :), b2(:)
    real(dp), intent(out) :: scores(:, :)
    scores = mlp(x, w1, b1, w2, b2)
  end subroutine classify
end module perceptron

! check: --function solve --wrt a%val,b --of x --size a%n=4,a%nnz=10
module sparse
  implicit none
  integer, parameter :: dp = kind(0.d0)
  type csr_matrix
    integer :: n
    integer :: nnz
    integer, allocatable :: rowptr(:)
    integer, allocatable :: col(:)
    real(dp), allocatable :: val(:)
  end type csr_matrix
contains
  subroutine spmv(a, x, y)
    type(csr_matrix), intent(in) :: a
    real(dp), intent(in) :: x(:)
    real(dp), intent(out) :: y(:)
    integer :: i, k
    do i = 1, a%n
      y(i) = 2.0_dp*a%n*x(i)
      do k = a%rowptr(i), a%rowptr(i+1) - 1
        y(i) = y(i) + a%val(k)*x(a%col(k))
      end do
    end do
  end subroutine spmv

  subroutine solve(a, b, x, tol, maxit)
    type(csr_matrix), intent(in) :: a
    real(dp), intent(in) :: b(a%n)
    real(dp), intent(inout) :: x(a%n)
    real(dp), intent(in) :: tol
    integer, intent(in) :: maxit
    real(dp), allocatable :: r(:), p(:), ap(:)
    real(dp) :: rho, rho_old, alpha
    integer :: it
    allocate(r(a%n), p(a%n), ap(a%n))
    call spmv(a, x, ap)
    r = b - ap
    p = r
    rho = dot_product(r, r)
    do it = 1, maxit
      if (sqrt(rho) < tol*1.0e-8_dp) exit
      call spmv(a, p, ap)
      alpha = rho/dot_product(p, ap)
      x = x + alpha*p
      r = r - alpha*ap
      rho_old = rho
      rho = dot_product(r, r)
      p = r + rho/rho_old*p
    end do
    if (it > maxit) print *, 'cg: not converged', sqrt(rho)
    deallocate(r, p, ap)
  end subroutine solve
end module sparse

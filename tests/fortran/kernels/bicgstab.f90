subroutine bicg(n, a, b, x, niter, rnorm)
  ! BiCGSTAB for a banded matrix in diagonal storage, with a Jacobi preconditioner
  implicit none
  integer, intent(in) :: n, niter
  real(8), intent(in) :: a(n, -1:1), b(n)
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: rnorm
  real(8), allocatable :: r(:), r0(:), p(:), v(:), s(:), t(:), y(:), z(:)
  real(8) :: rho, rho1, alpha, beta, omega
  integer :: it, ierr
  allocate (r(n), r0(n), p(n), v(n), s(n), t(n), y(n), z(n), stat=ierr)
  if (ierr /= 0) stop 'bicg: no memory'
  call matvec(x, r)
  r = b - r
  r0 = r
  rho1 = 1; alpha = 1; omega = 1
  v = 0; p = 0
  do it = 1, niter
    rho = dot_product(r0, r)
    if (abs(rho) < 1d-30) exit
    beta = (rho/rho1)*(alpha/omega)
    p = r + beta*(p - omega*v)
    y = p/(a(:, 0) + 4)
    call matvec(y, v)
    alpha = rho/dot_product(r0, v)
    s = r - alpha*v
    z = s/(a(:, 0) + 4)
    call matvec(z, t)
    omega = dot_product(t, s)/(dot_product(t, t) + 1d-30)
    x = x + alpha*y + omega*z
    r = s - omega*t
    rho1 = rho
  end do
  rnorm = sqrt(sum(r**2)) + sum(x)
  deallocate (r, r0, p, v, s, t, y, z)
contains
  subroutine matvec(q, w)
    real(8), intent(in) :: q(:)
    real(8), intent(out) :: w(:)
    integer :: i
    w = (a(:, 0) + 4)*q
    do i = 1, n
      if (i > 1) w(i) = w(i) + 0.3d0*a(i, -1)*q(i-1)
      if (i < n) w(i) = w(i) + 0.3d0*a(i, 1)*q(i+1)
    end do
  end subroutine matvec
end subroutine bicg

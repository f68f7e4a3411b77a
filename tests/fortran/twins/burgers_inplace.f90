! Viscous Burgers equation in two dimensions, both components updated in place.
subroutine burgers_inplace(steps, dt, nu, u, v, ny, nx)
  implicit none
  integer, intent(in) :: steps, ny, nx
  real(8), intent(in) :: dt, nu
  real(8), intent(inout) :: u(ny, nx), v(ny, nx)
  real(8) :: un(ny, nx), vn(ny, nx)
  integer :: n, i, j
  do n = 1, steps
    un = u
    vn = v
    do concurrent (i = 2:ny - 1, j = 2:nx - 1)
      u(i, j) = un(i, j) - dt * un(i, j) * (un(i, j) - un(i, j - 1)) &
              - dt * vn(i, j) * (un(i, j) - un(i - 1, j)) &
              + nu * (un(i, j + 1) + un(i, j - 1) + un(i + 1, j) + un(i - 1, j) - 4 * un(i, j))
      v(i, j) = v(i, j) - (dt * un(i, j) * (vn(i, j) - vn(i, j - 1)) &
              + dt * vn(i, j) * (vn(i, j) - vn(i - 1, j)) &
              - nu * (vn(i, j + 1) + vn(i, j - 1) + vn(i + 1, j) + vn(i - 1, j) - 4 * vn(i, j)))
    end do
    u(1, :) = 1
    u(:, nx) = u(:, nx - 1)
    v(ny, :) = 0.5d0 * v(ny - 1, :)
  end do
end subroutine burgers_inplace

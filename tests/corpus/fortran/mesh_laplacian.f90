! check: --function residual --wrt xy,u --of res,total --size m%nnode=5,m%ncell=6 --set m%conn=1:5
module mesh_mod
  implicit none
  type mesh_t
    integer :: nnode, ncell
    integer, allocatable :: conn(:, :)
    logical, allocatable :: fixed(:)
  end type mesh_t
contains
  subroutine gradients(xe, grad, area)
    real(8), intent(in) :: xe(2, 3)
    real(8), intent(out) :: grad(2, 3), area
    real(8) :: jac(2, 2), det
    jac(:, 1) = xe(:, 2) - xe(:, 1)
    jac(:, 2) = xe(:, 3) - xe(:, 1)
    det = jac(1,1)*jac(2,2) - jac(1,2)*jac(2,1)
    area = 0.5d0*abs(det) + 0.1d0
    det = sign(abs(det) + 0.2d0, det)
    grad(:, 2) = (/ jac(2,2), -jac(1,2) /)/det
    grad(:, 3) = (/ -jac(2,1), jac(1,1) /)/det
    grad(:, 1) = -grad(:, 2) - grad(:, 3)
  end subroutine gradients

  subroutine residual(m, xy, u, res, total)
    type(mesh_t), intent(in) :: m
    real(8), intent(in) :: xy(2, m%nnode), u(m%nnode)
    real(8), intent(out) :: res(m%nnode), total
    real(8) :: xe(2, 3), ue(3), grad(2, 3), area, ke(3, 3), gu(2), coef
    integer :: e, a, b, nodes(3)
    res = 0d0
    total = 0d0
    do e = 1, m%ncell
      nodes = m%conn(:, e)
      xe = xy(:, nodes)
      ue = u(nodes)
      call gradients(xe, grad, area)
      gu = matmul(grad, ue)
      coef = 1d0/sqrt(1d0 + dot_product(gu, gu))
      do b = 1, 3
        do a = 1, 3
          ke(a, b) = coef*area*dot_product(grad(:, a), grad(:, b))
        end do
      end do
      res(nodes) = res(nodes) + matmul(ke, ue)
      total = total + area/coef
    end do
    where (m%fixed) res = 0d0
  end subroutine residual
end module mesh_mod

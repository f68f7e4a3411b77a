! check: --function step --wrt q --of q --size ncell=5 --set q=0.5:1.5,dtdx=0.05
module euler
  implicit none
  integer, parameter :: dp = kind(1.d0), nvar = 3
  real(dp), parameter :: gamma = 1.4_dp
  integer, parameter :: irho = 1, imom = 2, iene = 3
contains
  pure function cons2prim(q) result(w)
    real(dp), intent(in) :: q(nvar)
    real(dp) :: w(nvar)
    w(1) = max(q(irho), 1e-10_dp)
    w(2) = q(imom)/w(1)
    w(3) = max((gamma - 1)*(q(iene) + 2 - 0.5_dp*w(1)*w(2)**2), 1.e-10_dp)
  end function cons2prim

  pure function physflux(w) result(f)
    real(dp), dimension(nvar), intent(in) :: w
    real(dp), dimension(nvar) :: f
    f = [w(1)*w(2), w(1)*w(2)**2 + w(3), w(2)*(w(3)*gamma/(gamma - 1) + 0.5_dp*w(1)*w(2)**2)]
  end function physflux

  elemental function minmod(a, b) result(c)
    real(dp), intent(in) :: a, b
    real(dp) :: c
    if (a*b <= 0) then
      c = 0
    else if (abs(a) < abs(b)) then
      c = a
    else
      c = b
    end if
  end function minmod

  pure subroutine hll(wl, wr, f)
    real(dp), intent(in) :: wl(:), wr(:)
    real(dp), intent(out) :: f(:)
    real(dp) :: cl, cr, sl, sr, ul(nvar), ur(nvar)
    cl = sqrt(gamma*wl(3)/wl(1))
    cr = sqrt(gamma*wr(3)/wr(1))
    sl = min(wl(2) - cl, wr(2) - cr)
    sr = max(wl(2) + cl, wr(2) + cr)
    if (sl >= 0) then
      f = physflux(wl)
      return
    end if
    if (sr <= 0) then
      f = physflux(wr)
      return
    end if
    ul = [wl(1), wl(1)*wl(2), wl(3)/(gamma - 1) + 0.5_dp*wl(1)*wl(2)**2]
    ur = [wr(1), wr(1)*wr(2), wr(3)/(gamma - 1) + 0.5_dp*wr(1)*wr(2)**2]
    f = (sr*physflux(wl) - sl*physflux(wr) + sl*sr*(ur - ul))/(sr - sl)
  end subroutine hll

  subroutine step(ncell, dtdx, q)
    integer, intent(in) :: ncell
    real(dp), intent(in) :: dtdx
    real(dp), intent(inout) :: q(nvar, ncell)
    real(dp) :: w(nvar, -1:ncell+2), slope(nvar, 0:ncell+1), flux(nvar, 0:ncell)
    integer :: i
    do i = 1, ncell
      w(:, i) = cons2prim(q(:, i))
    end do
    w(:, -1:0) = spread(w(:, 1), 2, 2)
    w(:, ncell+1) = w(:, ncell)
    w(:, ncell+2) = w(:, ncell)
    do i = 0, ncell + 1
      slope(:, i) = minmod(w(:, i) - w(:, i-1), w(:, i+1) - w(:, i))
    end do
    do i = 0, ncell
      call hll(w(:, i) + 0.5_dp*slope(:, i), w(:, i+1) - 0.5_dp*slope(:, i+1), flux(:, i))
    end do
    q = q - dtdx*(flux(:, 1:) - flux(:, :ncell-1))
  end subroutine step
end module euler

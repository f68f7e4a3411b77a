! check: --function micro --wrt t,qv,qc,qr --of qr,precip --size its=1,ite=3,kts=1,kte=4 --set t=270:290,qv=0.005:0.02,qc=0.0005:0.003,qr=0.0005:0.003,rho=0.8:1.2,dt=10.0
#define SQR(x) ((x)*(x))
subroutine micro(its, ite, kts, kte, t, qv, qc, qr, rho, dz, dt, precip)
  implicit none
  integer, intent(in) :: its, ite, kts, kte
  real(8), dimension(its:ite, kts:kte), intent(inout) :: t, qv, qc, qr
  real(8), dimension(its:ite, kts:kte), intent(in) :: rho, dz
  real(8), intent(in) :: dt
  real(8), dimension(its:ite), intent(out) :: precip
  real(8) :: auto, accr, evap, qvs, vt(kts:kte), flux_in, flux_out, sat
  real(8), parameter :: qc0 = 1.0d-3, k1 = 1.0d-3, k2 = 2.2d0
  integer :: i, k, nsub, n
#ifdef NSUB
  nsub = NSUB
#else
  nsub = 2
#endif
  do i = its, ite
    do k = kts, kte
      ! warm rain
      auto = k1*max(qc(i,k) - qc0, 0.d0)
      accr = k2*qc(i,k)*max(qr(i,k), 0.d0)**0.875d0
      auto = min(auto + accr, qc(i,k)/dt)
      qc(i,k) = qc(i,k) - dt*auto
      qr(i,k) = qr(i,k) + dt*auto
      qvs = 3.8d-3*exp(17.27d0*(t(i,k) - 273.15d0)/(t(i,k) - 35.86d0))
      sat = qv(i,k)/qvs
      if (sat .lt. 1.d0 .and. qr(i,k) .gt. 1.d-9) then
        evap = min(1.d-3*(1.d0 - sat)*sqrt(rho(i,k)*qr(i,k)), qr(i,k)/dt)
        qr(i,k) = qr(i,k) - dt*evap
        qv(i,k) = qv(i,k) + dt*evap
        t(i,k) = t(i,k) - 2.5d6/1004.d0*dt*evap
      endif
    enddo
    precip(i) = 0.d0
    do n = 1, nsub
      vt = 5.d0*sqrt(rho(i,kts)/rho(i,:))*max(rho(i,:)*qr(i,:), 1.d-12)**0.1364d0
      flux_in = 0.d0
      do k = kte, kts, -1
        flux_out = rho(i,k)*qr(i,k)*vt(k)
        qr(i,k) = qr(i,k) + dt/nsub*(flux_in - flux_out)/(rho(i,k)*(200.d0 + SQR(dz(i,k))))
        flux_in = flux_out
      end do
      precip(i) = precip(i) + flux_out*dt/nsub
    end do
  end do
end subroutine micro

! check: --wrt hydk,head --of head,outflow --size nrow=4,ncol=3 --fix mode=geometric --set hydk=0.5:1.5
subroutine gwflow(nrow, ncol, hydk, head, ibound, recharge, dt, outflow, mode)
  implicit none
  integer :: nrow, ncol, ibound(ncol, nrow)
  real(8) :: hydk(ncol, nrow), head(ncol, nrow), recharge, dt, outflow
  character(len=*), intent(in) :: mode
  real(8) :: cond(4), sumc, rhs, hmean
  integer :: i, j, n, ii, jj
  integer, dimension(4), parameter :: di = [-1, 1, 0, 0], dj = [0, 0, -1, 1]
  harmonic: block
    outflow = 0
    do i = 1, nrow
      do j = 1, ncol
        if (ibound(j, i) == 0) cycle
        sumc = 0
        rhs = recharge
        do n = 1, 4
          ii = i + di(n)
          jj = j + dj(n)
          if (ii < 1 .or. ii > nrow) cycle
          if (jj < 1 .or. jj > ncol) cycle
          select case (trim(mode))
          case ('harmonic', 'HARMONIC')
            hmean = 2*hydk(j,i)*hydk(jj,ii)/(hydk(j,i) + hydk(jj,ii))
          case ('geometric')
            hmean = sqrt(hydk(j,i)*hydk(jj,ii))
          case default
            stop 'gwflow: unknown mode'
          end select
          cond(n) = hmean
          sumc = sumc + cond(n)
          rhs = rhs + cond(n)*head(jj, ii)
        end do
        if (ibound(j, i) < 0) then
          outflow = outflow + sumc*head(j, i) - rhs
        else
          head(j, i) = rhs/sumc
        end if
      end do
    end do
  end block harmonic
end subroutine gwflow

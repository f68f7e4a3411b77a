!$adc rules eos.rules
module water
contains
  subroutine eos(n, t, s, rho, how)
    integer(8) :: n
    integer :: how
    real(8) :: t(n), s(n), rho(n)
    rho = t + how*s
  end subroutine
end module

subroutine column(n, t, s, q)
  use water, only: eos
  integer(8) :: n
  real(8) :: t(n), s(n), rho(n), q
  call eos(n, t, s, rho, 1)
  q = sum(rho)
end subroutine

      SUBROUTINE F(N, X)
      REAL*8 X(N)
10    X(1) = 2*X(2)
      END

      SUBROUTINE F(N, X)
      REAL*8 X(N)
      X(1) = 2*X(1)
      ENTRY G(N, X)
      X(2) = 3*X(2)
      END

      SUBROUTINE F(N, X)
      REAL*8 X(N), T
      X(1) = 2*X(1)
      ENTRY G(N, X, T)
      X(2) = T*X(2)
      END

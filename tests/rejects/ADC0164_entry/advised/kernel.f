      SUBROUTINE F(N, X)
      REAL*8 X(N)
      X(1) = 2*X(1)
      END
      SUBROUTINE G(N, X, T)
      REAL*8 X(N), T
      X(2) = T*X(2)
      END

      SUBROUTINE F(N, X)
      REAL*8 X(N)
      X(1) = 2*X(1)
      X(2) = 3*X(2)
      END
      SUBROUTINE G(N, X)
      REAL*8 X(N)
      X(2) = 3*X(2)
      END

      SUBROUTINE F(N, X)
      REAL*8 X(N)
      DO 10 I = 1, N, 1
   10 X(I) = 2*X(I)
      END

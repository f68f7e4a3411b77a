      SUBROUTINE F(N, X)
      REAL*8 X(N)
      DO 10 I = 1, N
        X(I) = 2*X(I)
   20 CONTINUE
   10 CONTINUE
      END

      SUBROUTINE F(N, X)
      REAL*8 X(N)
      IF (X(1) .LT. 0) GOTO 20
      DO 10 I = 1, N
        X(I) = 2*X(I)
   20   X(I) = X(I) + 1
   10 CONTINUE
      END

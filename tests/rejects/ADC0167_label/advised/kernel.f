      SUBROUTINE F(N, X)
      REAL*8 X(N)
      DO 10 I = 1, N
        IF (X(I) .LT. 0) GOTO 10
        X(I) = 2*X(I)
   10 CONTINUE
      END

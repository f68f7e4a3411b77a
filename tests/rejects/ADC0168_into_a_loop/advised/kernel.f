      SUBROUTINE F(N, X)
      REAL*8 X(N)
      DO 10 I = 1, N
        IF (I .GT. 1 .OR. X(1) .GE. 0) X(I) = 2*X(I)
        X(I) = X(I) + 1
   10 CONTINUE
      END

      SUBROUTINE COUNTS(N, X, Y, T)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y, T
      Y = 0
      DO 20 I = 1, N
         IF (X(I) .GT. 1) GOTO 10
         T = X(I)
   10    Y = Y + X(I)*T
   20 CONTINUE
      END

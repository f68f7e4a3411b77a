      SUBROUTINE COUNTS(N, X, Y, U)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y, T, U
      Y = 0
      DO 10 I = 1, N
         T = X(I)
         IF (T .GT. 1) U = T
         Y = Y + U*T
   10 CONTINUE
      END

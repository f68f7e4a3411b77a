      SUBROUTINE TABLE(N, X, Y, MODE)
      INTEGER N, I, MODE
      DOUBLE PRECISION X(N), Y, U(50)
      SAVE U
      DO 10 I = 1, N
         U(I) = X(I)**2
   10 CONTINUE
      Y = 0
      DO 20 I = 1, N
         Y = Y + U(I)*X(I)
   20 CONTINUE
      END

      SUBROUTINE F(N, X)
      REAL*8 X(N)
      CALL G(X, *10)
   10 CONTINUE
      END

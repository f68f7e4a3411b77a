      SUBROUTINE F(N, X, S)
      REAL*8 X(N), S
      S = 0
      DO 10 I = 1, N
       S = S + X(I)*X(I)*SIN(X(I))*COS(X(I))*EXP(X(I))
     &     *SQRT(X(I) + 1.D0) + LOG(X(I))
   10 CONTINUE
      END

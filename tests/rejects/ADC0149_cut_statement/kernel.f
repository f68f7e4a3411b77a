      SUBROUTINE LONG(N, X, S)
      INTEGER N, I
      REAL*8 X(N), S
      DO 10 I = 1, N
      S = S + X(I)*X(I)*SIN(X(I))*COS(X(I))*EXP(-X(I)*X(I))*(X(I) + 1.D0*(X(I) - 2.D0))*0.5D0
      IF (S .GT. 1.D9 .AND. X(1) .LT. 0.D0 .AND. X(N) .LT. 0.D0) S = S/2.D0 + X(1)
   10 CONTINUE
      END

      SUBROUTINE TOLD(N, X, F)
      INTEGER N, I
      DOUBLE PRECISION X(N), F
      F = 1.0D0
      IF (N .LT. 1) CALL XERRWV('NO VALUES', 9, 1, 0, 1, N, 0, 0,
     1   0.0D0, 0.0D0)
      DO 10 I = 1, N
         IF (X(I) .LT. -99.0D0) CALL XERRWV('TOO SMALL', 9, 2, 2, 0, 0,
     1      0, 1, X(I), F)
   10    F = F*SIN(X(I))
      END

      SUBROUTINE F(N, X)
      REAL*8 X(N)
      INTEGER ISTAT
      CALL G(X, ISTAT)
      IF (ISTAT .EQ. 1) GOTO 10
      X(2) = 3*X(2)
   10 CONTINUE
      END
      SUBROUTINE G(X, ISTAT)
      INTEGER ISTAT
      REAL*8 X(*)
      ISTAT = 0
      X(1) = 2*X(1)
      IF (X(1) .GT. 1) THEN
        ISTAT = 1
        RETURN
      END IF
      X(2) = X(1)
      END

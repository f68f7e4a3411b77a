      SUBROUTINE G(X, ISTAT)
      INTEGER ISTAT
      REAL*8 X(2)
      ISTAT = 0
      X(1) = 2*X(1)
      IF (X(1) .GT. 1) THEN
        ISTAT = 1
        RETURN
      END IF
      X(2) = X(1)
      END

      SUBROUTINE F(N, X)
      REAL*8 X(N)
      IF (N.LT.2) CALL XERROR(9HTOO SMALL, 1)
      X(1) = 2*X(2)
      END
      SUBROUTINE XERROR(TEXT, LEVEL)
      CHARACTER*(*) TEXT
      WRITE (*, *) TEXT, LEVEL
      END

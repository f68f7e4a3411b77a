      SUBROUTINE G(X, *)
      REAL*8 X(2)
      X(1) = 2*X(1)
      IF (X(1) .GT. 1) RETURN 1
      X(2) = X(1)
      END

C     GAUSS-SEIDEL SMOOTHING WITH A NINE-POINT STENCIL, IN PLACE
      SUBROUTINE SEIDEL(TSTEPS, N, M, A)
      IMPLICIT DOUBLE PRECISION (A-H, O-S, U-Z), INTEGER (I-N, T)
      DIMENSION A(N,M)
      DO 10 T = 1, TSTEPS
      DO 10 I = 2, N - 1
      DO 10 J = 2, M - 1
   10 A(I,J) = (A(I-1,J-1) + A(I-1,J) + A(I-1,J+1)
     1        + A(I,J-1) + A(I,J) + A(I,J+1)
     2        + A(I+1,J-1) + A(I+1,J) + A(I+1,J+1)) / 9.
      RETURN
      END

C     THREE-POINT JACOBI SMOOTHING OF A ROD
      SUBROUTINE JACOB1(TSTEPS, N, A, B)
      INTEGER TSTEPS, N, I, T
      REAL*8 A(N), B(N), C
      PARAMETER (C = 0.33333D0)
      DO 30 T = 2, TSTEPS
         DO 10 I = 2, N - 1
   10       B(I) = C*(A(I-1) + A(I) + A(I+1))
         DO 20 I = 2, N - 1
   20       A(I) = C*(B(I-1) + B(I) + B(I+1))
   30 CONTINUE
      END

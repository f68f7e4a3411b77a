C     C := ALPHA A B + BETA C
      SUBROUTINE GEMM(NI, NJ, NK, ALPHA, BETA, C, A, B)
      INTEGER NI, NJ, NK, I, J, K
      DOUBLE PRECISION ALPHA, BETA, C(NI,NJ), A(NI,NK), B(NK,NJ)
      DO 30 J = 1, NJ
         DO 10 I = 1, NI
   10       C(I,J) = BETA*C(I,J)
         DO 20 K = 1, NK
         DO 20 I = 1, NI
            C(I,J) = C(I,J) + ALPHA*A(I,K)*B(K,J)
   20    CONTINUE
   30 CONTINUE
      END

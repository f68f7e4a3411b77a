C     ELIMINATION WITH A PIVOT VECTOR: ITS SUBSCRIPTS DEPEND ON THE DATA.
      SUBROUTINE PIVVEC(A, LDA, N, B, IPVT)
      INTEGER LDA, N, IPVT(N), I, J, K, L
      DOUBLE PRECISION A(LDA,N), B(N), T
      DO 50 K = 1, N - 1
         L = K
         DO 10 I = K + 1, N
            IF (DABS(A(I,K)) .GT. DABS(A(L,K))) L = I
   10    CONTINUE
         IPVT(K) = L
         DO 30 J = K, N
            T = A(L,J)
            A(L,J) = A(K,J)
            A(K,J) = T
   30    CONTINUE
         T = B(L)
         B(L) = B(K)
         B(K) = T
         DO 40 I = K + 1, N
            T = A(I,K) / A(K,K)
            B(I) = B(I) - T*B(K)
            DO 40 J = K, N
               A(I,J) = A(I,J) - T*A(K,J)
   40    CONTINUE
   50 CONTINUE
      END

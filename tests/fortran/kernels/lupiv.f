C     DENSE LINEAR SYSTEMS BY GAUSSIAN ELIMINATION WITH PARTIAL PIVOTING.
C     THE LARGEST ELEMENT OF A COLUMN IS BROUGHT INTO THE PIVOT ROW BY
C     EXCHANGING ROWS WHILE LOOKING FOR IT, AND THE RIGHT-HAND SIDE GOES
C     WITH THE ROWS, SO THAT NO PIVOT VECTOR IS KEPT.
C
C     A IS N BY N, STORED WITH LEADING DIMENSION LDA .GE. N.
C     INFO IS THE NUMBER OF ZERO PIVOTS.
C
      SUBROUTINE GESLV(A, LDA, N, B, INFO, DET)
      INTEGER LDA, N, INFO
      DOUBLE PRECISION A(LDA,*), B(*), DET
      INTEGER I, J, K
      DOUBLE PRECISION T
C
      INFO = 0
      DET = 1.D0
      DO 60 K = 1, N - 1
C
C        PIVOT SEARCH WITH EXCHANGE
C
         DO 20 I = K + 1, N
            IF (ABS(A(I,K)) .LE. ABS(A(K,K))) GO TO 20
            DO 10 J = K, N
               CALL DSWAP1(A(I,J), A(K,J))
   10       CONTINUE
            CALL DSWAP1(B(I), B(K))
            DET = -DET
   20    CONTINUE
         IF (A(K,K) .EQ. 0.D0) GO TO 50
C
C        ELIMINATION WITH COLUMN OPERATIONS
C
         DO 30 I = K + 1, N
   30    A(I,K) = -A(I,K) / A(K,K)
         DO 40 J = K + 1, N
            T = A(K,J)
            CALL AXPY(N - K, T, A(K+1,K), A(K+1,J))
   40    CONTINUE
         CALL AXPY(N - K, B(K), A(K+1,K), B(K+1))
         GO TO 60
   50    CONTINUE
         INFO = INFO + 1
   60 CONTINUE
C
C     BACK SUBSTITUTION
C
      DO 80 K = N, 1, -1
         DET = DET * A(K,K)
         B(K) = B(K) / A(K,K)
         T = -B(K)
         IF (K .GT. 1) CALL AXPY(K - 1, T, A(1,K), B(1))
   80 CONTINUE
      RETURN
      END
C
      SUBROUTINE DSWAP1(X, Y)
      DOUBLE PRECISION X, Y, T
      T = X
      X = Y
      Y = T
      END
C
C     Y = Y + T X, UNROLLED BY FOUR WITH A CLEAN-UP LOOP
C
      SUBROUTINE AXPY(N, T, X, Y)
      INTEGER N, I, M
      DOUBLE PRECISION T, X(*), Y(*)
      IF (N .LE. 0) RETURN
      M = MOD(N, 4)
      DO 10 I = 1, M
         Y(I) = Y(I) + T*X(I)
   10 CONTINUE
      DO 20 I = M + 1, N, 4
         Y(I) = Y(I) + T*X(I)
         Y(I+1) = Y(I+1) + T*X(I+1)
         Y(I+2) = Y(I+2) + T*X(I+2)
         Y(I+3) = Y(I+3) + T*X(I+3)
   20 CONTINUE
      END

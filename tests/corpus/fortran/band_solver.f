C     check: --function BNDSLV --wrt ABD,B --of B --size LDA=6,N=5,ML=1,MU=2
      SUBROUTINE BNDSLV(ABD, LDA, N, ML, MU, B, IPVT, INFO)
      INTEGER LDA, N, ML, MU, IPVT(N), INFO
      DOUBLE PRECISION ABD(LDA,*), B(*)
C
C     GAUSSIAN ELIMINATION OF A BAND MATRIX WITH PARTIAL PIVOTING, THEN
C     THE SOLUTION.  DIAGONALS ARE IN ROWS ML+1 TO 2*ML+MU+1 OF ABD.
C
      DOUBLE PRECISION T
      INTEGER I, I0, IDAMAX, J, JU, JZ, J0, J1, K, KB, KP1, L, LA, LB,
     $        LM, M, MM, NM1
      M = ML + MU + 1
      INFO = 0
C     ZERO INITIAL FILL-IN COLUMNS
      J0 = MU + 2
      J1 = MIN0(N,M) - 1
      IF (J1 .LT. J0) GO TO 30
      DO 20 JZ = J0, J1
         I0 = M + 1 - JZ
         DO 10 I = I0, ML
            ABD(I,JZ) = 0.0D0
   10    CONTINUE
   20 CONTINUE
   30 CONTINUE
      JZ = J1
      JU = 0
      NM1 = N - 1
      IF (NM1 .LT. 1) GO TO 130
      DO 120 K = 1, NM1
         KP1 = K + 1
         JZ = JZ + 1
         IF (JZ .GT. N) GO TO 50
         IF (ML .LT. 1) GO TO 50
            DO 40 I = 1, ML
               ABD(I,JZ) = 0.0D0
   40       CONTINUE
   50    CONTINUE
         LM = MIN0(ML,N-K)
         L = IDAMAX(LM+1,ABD(M,K),1) + M - 1
         IPVT(K) = L + K - M
         IF (ABD(L,K) .EQ. 0.0D0) GO TO 100
            IF (L .EQ. M) GO TO 60
               T = ABD(L,K)
               ABD(L,K) = ABD(M,K)
               ABD(M,K) = T
   60       CONTINUE
            T = -1.0D0/ABD(M,K)
            CALL DSCAL(LM,T,ABD(M+1,K),1)
            JU = MIN0(MAX0(JU,MU+IPVT(K)),N)
            MM = M
            IF (JU .LT. KP1) GO TO 90
            DO 80 J = KP1, JU
               L = L - 1
               MM = MM - 1
               T = ABD(L,J)
               IF (L .EQ. MM) GO TO 70
                  ABD(L,J) = ABD(MM,J)
                  ABD(MM,J) = T
   70          CONTINUE
               CALL DAXPY(LM,T,ABD(M+1,K),1,ABD(MM+1,J),1)
   80       CONTINUE
   90       CONTINUE
         GO TO 110
  100    CONTINUE
            INFO = K
  110    CONTINUE
  120 CONTINUE
  130 CONTINUE
      IPVT(N) = N
      IF (ABD(M,N) .EQ. 0.0D0) INFO = N
C     SOLVE
      IF (ML .EQ. 0) GO TO 160
      IF (NM1 .LT. 1) GO TO 160
         DO 150 K = 1, NM1
            LM = MIN0(ML,N-K)
            L = IPVT(K)
            T = B(L)
            IF (L .EQ. K) GO TO 140
               B(L) = B(K)
               B(K) = T
  140       CONTINUE
            CALL DAXPY(LM,T,ABD(M+1,K),1,B(K+1),1)
  150    CONTINUE
  160 CONTINUE
      DO 170 KB = 1, N
         K = N + 1 - KB
         B(K) = B(K)/ABD(M,K)
         LM = MIN0(K,M) - 1
         LA = M - LM
         LB = K - LM
         T = -B(K)
         CALL DAXPY(LM,T,ABD(LA,K),1,B(LB),1)
  170 CONTINUE
      RETURN
      END
      INTEGER FUNCTION IDAMAX(N,DX,INCX)
      DOUBLE PRECISION DX(*), DMAX
      INTEGER I, INCX, IX, N
      IDAMAX = 0
      IF (N .LT. 1) RETURN
      IDAMAX = 1
      IF (N .EQ. 1) RETURN
      IF (INCX .EQ. 1) GO TO 20
      IX = 1
      DMAX = DABS(DX(1))
      IX = IX + INCX
      DO 10 I = 2, N
         IF (DABS(DX(IX)) .LE. DMAX) GO TO 5
         IDAMAX = I
         DMAX = DABS(DX(IX))
    5    IX = IX + INCX
   10 CONTINUE
      RETURN
   20 DMAX = DABS(DX(1))
      DO 30 I = 2, N
         IF (DABS(DX(I)) .LE. DMAX) GO TO 30
         IDAMAX = I
         DMAX = DABS(DX(I))
   30 CONTINUE
      RETURN
      END
      SUBROUTINE DSCAL(N,DA,DX,INCX)
      DOUBLE PRECISION DA, DX(*)
      INTEGER I, INCX, N, NINCX
      IF (N .LE. 0) RETURN
      NINCX = N*INCX
      DO 10 I = 1, NINCX, INCX
         DX(I) = DA*DX(I)
   10 CONTINUE
      RETURN
      END
      SUBROUTINE DAXPY(N,DA,DX,INCX,DY,INCY)
      DOUBLE PRECISION DX(*), DY(*), DA
      INTEGER I, INCX, INCY, M, MP1, N
      IF (N .LE. 0) RETURN
      IF (DA .EQ. 0.0D0) RETURN
      M = MOD(N,4)
      IF (M .EQ. 0) GO TO 40
      DO 30 I = 1, M
         DY(I) = DY(I) + DA*DX(I)
   30 CONTINUE
      IF (N .LT. 4) RETURN
   40 MP1 = M + 1
      DO 50 I = MP1, N, 4
         DY(I) = DY(I) + DA*DX(I)
         DY(I + 1) = DY(I + 1) + DA*DX(I + 1)
         DY(I + 2) = DY(I + 2) + DA*DX(I + 2)
         DY(I + 3) = DY(I + 3) + DA*DX(I + 3)
   50 CONTINUE
      RETURN
      END

C     check: --function SSQFCN --wrt X --of F --size N=4,M=6,NPROB=2
      SUBROUTINE SSQFCN(M, N, X, F, NPROB)
C     **********
C     SUM OF SQUARES OF THE RESIDUALS OF SOME TEST PROBLEMS
C     **********
      INTEGER M, N, NPROB
      DOUBLE PRECISION X(N), F
      DOUBLE PRECISION FVEC(50)
      INTEGER I
      DOUBLE PRECISION ENORM
      CALL VECFCN(M, N, X, FVEC, NPROB)
      F = ENORM(M, FVEC)**2
      RETURN
      END
      SUBROUTINE VECFCN(M, N, X, FVEC, NPROB)
      INTEGER M, N, NPROB
      DOUBLE PRECISION X(N), FVEC(M)
      INTEGER I, IEV, IVAR, J
      DOUBLE PRECISION C13, C14, C29, C45, DIV, DX, EIGHT, FIVE, ONE,
     *                 PROD, SUM, S1, S2, TEMP, TEN, TI, TMP1, TMP2,
     *                 TMP3, TMP4, TPI, TWO, ZERO, ZP25, ZP5
      DOUBLE PRECISION V(11), Y1(15)
      DOUBLE PRECISION DFLOAT
      DATA ZERO, ZP25, ZP5, ONE, TWO, FIVE, EIGHT, TEN, C13, C14, C29,
     *     C45
     *   /0.0D0, 2.5D-1, 5.0D-1, 1.0D0, 2.0D0, 5.0D0, 8.0D0, 1.0D1,
     *    1.3D1, 1.4D1, 2.9D1, 4.5D1/
      DATA V(1), V(2), V(3), V(4), V(5), V(6), V(7), V(8), V(9), V(10),
     *     V(11)
     *   /4.0D0, 2.0D0, 1.0D0, 5.0D-1, 2.5D-1, 1.67D-1, 1.25D-1, 1.0D-1,
     *    8.33D-2, 7.14D-2, 6.25D-2/
      DATA Y1 /1.4D-1, 1.8D-1, 2.2D-1, 2.5D-1, 2.9D-1, 3.2D-1, 3.5D-1,
     *         3.9D-1, 3.7D-1, 5.8D-1, 7.3D-1, 9.6D-1, 1.34D0, 2.1D0,
     *         4.39D0/
      DFLOAT(IVAR) = IVAR
      GO TO (10, 40, 70, 110, 150), NPROB
C
C     LINEAR FUNCTION - FULL RANK.
C
   10 CONTINUE
      SUM = ZERO
      DO 20 J = 1, N
         SUM = SUM + X(J)
   20    CONTINUE
      TEMP = TWO*SUM/DFLOAT(M) + ONE
      DO 30 I = 1, M
         FVEC(I) = -TEMP
         IF (I .LE. N) FVEC(I) = FVEC(I) + X(I)
   30    CONTINUE
      GO TO 900
C
C     WATSON-LIKE FUNCTION.
C
   40 CONTINUE
      DO 60 I = 1, M
         DIV = DFLOAT(I)/C29
         S1 = ZERO
         DX = ONE
         DO 50 J = 2, N
            S1 = S1 + DFLOAT(J-1)*DX*X(J)
            DX = DIV*DX
   50       CONTINUE
         S2 = ZERO
         DX = ONE
         DO 55 J = 1, N
            S2 = S2 + DX*X(J)
            DX = DIV*DX
   55       CONTINUE
         FVEC(I) = S1 - S2**2 - ONE
   60    CONTINUE
      GO TO 900
C
C     BROYDEN TRIDIAGONAL.
C
   70 CONTINUE
      DO 80 I = 1, M
         FVEC(I) = ZERO
   80    CONTINUE
      DO 90 I = 1, N
         TEMP = (5.0D-1 - X(I))*X(I)
         TMP1 = ZERO
         IF (I .NE. 1) TMP1 = X(I-1)
         TMP2 = ZERO
         IF (I .NE. N) TMP2 = X(I+1)
         FVEC(I) = TEMP - TMP1 - TWO*TMP2 + ONE
   90    CONTINUE
      GO TO 900
C
C     KOWALIK AND OSBORNE.
C
  110 CONTINUE
      DO 120 I = 1, MIN(M, 11)
         TMP1 = V(I)*(V(I) + X(2))
         TMP2 = V(I)*(V(I) + X(3)) + X(4)
         FVEC(I) = Y1(I) - X(1)*TMP1/TMP2
  120    CONTINUE
      GO TO 900
C
C     CHEBYQUAD.
C
  150 CONTINUE
      DO 160 I = 1, M
         FVEC(I) = ZERO
  160    CONTINUE
      DO 180 J = 1, N
         TMP1 = ONE
         TMP2 = TWO*X(J) - ONE
         TEMP = TWO*TMP2
         DO 170 I = 1, M
            FVEC(I) = FVEC(I) + TMP2
            TI = TEMP*TMP2 - TMP1
            TMP1 = TMP2
            TMP2 = TI
  170       CONTINUE
  180    CONTINUE
      DX = ONE/DFLOAT(N)
      IEV = -1
      DO 190 I = 1, M
         FVEC(I) = DX*FVEC(I)
         IF (IEV .GT. 0) FVEC(I) = FVEC(I) + ONE/(DFLOAT(I)**2 - ONE)
         IEV = -IEV
  190    CONTINUE
  900 CONTINUE
      RETURN
C
C     LAST CARD OF SUBROUTINE VECFCN.
C
      END
      DOUBLE PRECISION FUNCTION ENORM(N, X)
      INTEGER N
      DOUBLE PRECISION X(N)
C     EUCLIDEAN NORM, GUARDED AGAINST OVERFLOW
      INTEGER I
      DOUBLE PRECISION AGIANT, FLOATN, ONE, RDWARF, RGIANT, S1, S2, S3,
     *                 XABS, X1MAX, X3MAX, ZERO
      DATA ONE, ZERO, RDWARF, RGIANT /1.0D0, 0.0D0, 3.834D-20, 1.304D19/
      S1 = ZERO
      S2 = ZERO
      S3 = ZERO
      X1MAX = ZERO
      X3MAX = ZERO
      FLOATN = N
      AGIANT = RGIANT/FLOATN
      DO 90 I = 1, N
         XABS = DABS(X(I))
         IF (XABS .GT. RDWARF .AND. XABS .LT. AGIANT) GO TO 70
            IF (XABS .LE. RDWARF) GO TO 30
C              SUM FOR LARGE COMPONENTS.
               IF (XABS .LE. X1MAX) GO TO 10
                  S1 = ONE + S1*(X1MAX/XABS)**2
                  X1MAX = XABS
                  GO TO 20
   10          CONTINUE
                  S1 = S1 + (XABS/X1MAX)**2
   20          CONTINUE
               GO TO 60
   30       CONTINUE
C              SUM FOR SMALL COMPONENTS.
               IF (XABS .LE. X3MAX) GO TO 40
                  S3 = ONE + S3*(X3MAX/XABS)**2
                  X3MAX = XABS
                  GO TO 50
   40          CONTINUE
                  IF (XABS .NE. ZERO) S3 = S3 + (XABS/X3MAX)**2
   50          CONTINUE
   60       CONTINUE
            GO TO 80
   70    CONTINUE
C           SUM FOR INTERMEDIATE COMPONENTS.
            S2 = S2 + XABS**2
   80    CONTINUE
   90    CONTINUE
      IF (S1 .EQ. ZERO) GO TO 100
         ENORM = X1MAX*DSQRT(S1 + (S2/X1MAX)/X1MAX)
         GO TO 130
  100 CONTINUE
         IF (S2 .EQ. ZERO) GO TO 110
            IF (S2 .GE. X3MAX)
     *         ENORM = DSQRT(S2*(ONE + (X3MAX/S2)*(X3MAX*S3)))
            IF (S2 .LT. X3MAX)
     *         ENORM = DSQRT(X3MAX*((S2/X3MAX) + (X3MAX*S3)))
            GO TO 120
  110    CONTINUE
            ENORM = X3MAX*DSQRT(S3)
  120    CONTINUE
  130 CONTINUE
      RETURN
      END

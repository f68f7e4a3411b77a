C     FLUX-LIMITED ADVECTION IN ONE DIMENSION BY A GIVEN VELOCITY AT THE
C     CELL FACES (LAX-WENDROFF FLUX WITH A LIMITER, SWEBY, SIAM J. NUMER.
C     ANAL. 21, 1984).  LIM CHOOSES THE LIMITER
C        1  MINMOD      2  SUPERBEE     3  VAN LEER     4  MONOTONIZED
C        ANYTHING ELSE: DONOR CELL
C     THE ENDS ARE OPEN: INFLOW HAS THE VALUES QIN(1) AND QIN(2).
C
      SUBROUTINE ADVECT(NX, NSTEPS, DT, DX, C, Q, QIN, LIM, TOTAL)
      INTEGER NX, NSTEPS, LIM
      REAL*8 DT, DX, C(0:NX), Q(NX), QIN(2), TOTAL
      INTEGER I, N, NMAX
      PARAMETER (NMAX = 200)
      REAL*8 FLUX(0:NMAX), SL, SLU, COUR, PHI
C
      DO 40 N = 1, NSTEPS
C        FACES AT THE ENDS
         FLUX(0) = DMAX1(C(0), 0.D0)*QIN(1) + DMIN1(C(0), 0.D0)*Q(1)
         FLUX(NX) = DMAX1(C(NX), 0.D0)*Q(NX) + DMIN1(C(NX), 0.D0)*QIN(2)
         DO 20 I = 1, NX - 1
            SL = Q(I+1) - Q(I)
            IF (C(I)) 5, 6, 7
C              FLOW TO THE LEFT
    5          SLU = 0.D0
               IF (I .LT. NX - 1) SLU = Q(I+2) - Q(I+1)
               FLUX(I) = C(I)*Q(I+1)
               GO TO 8
C              NO FLOW
    6          FLUX(I) = 0.D0
               GO TO 20
C              FLOW TO THE RIGHT
    7          SLU = 0.D0
               IF (I .GT. 1) SLU = Q(I) - Q(I-1)
               FLUX(I) = C(I)*Q(I)
    8       CONTINUE
            COUR = ABS(C(I))*DT/DX
            CALL LIMIT(LIM, SLU, SL, PHI)
            FLUX(I) = FLUX(I) + .5D0*ABS(C(I))*(1.D0 - COUR)*PHI
   20    CONTINUE
         DO 30 I = 1, NX
   30    Q(I) = Q(I) - DT/DX*(FLUX(I) - FLUX(I-1))
   40 CONTINUE
      TOTAL = 0.
      DO 50 I = 1, NX
         TOTAL = TOTAL + Q(I)**2*DX
   50 CONTINUE
      RETURN
      END
C
C     LIMITED SLOPE OUT OF THE UPWIND SLOPE A AND THE LOCAL SLOPE B
C
      SUBROUTINE LIMIT(LIM, A, B, PHI)
      INTEGER LIM
      REAL*8 A, B, PHI, X, Y, XMNMOD, S1, S2
C     MINMOD AS A STATEMENT FUNCTION
      XMNMOD(X, Y) = (DSIGN(.5D0, X) + DSIGN(.5D0, Y))
     1             * DMIN1(DABS(X), DABS(Y))
      GO TO (10, 20, 30, 40), LIM
C     DONOR CELL
      PHI = 0.D0
      RETURN
   10 PHI = XMNMOD(A, B)
      GO TO 90
   20 S1 = XMNMOD(2.D0*A, B)
      S2 = XMNMOD(A, 2.D0*B)
      IF (DABS(S1) .GT. DABS(S2)) THEN
         PHI = S1
      ELSE
         PHI = S2
      END IF
      GO TO 90
   30 PHI = 0.D0
      IF (A*B .LE. 0.D0) GO TO 90
      PHI = 2.D0*A*B/(A + B)
      GO TO 90
   40 PHI = XMNMOD(.5D0*(A + B), 2.D0*XMNMOD(A, B))
   90 RETURN
      END

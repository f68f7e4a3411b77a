C     check: --function DENSTY --wrt T,P --of RHO,ALPHA --set T=0.8:1.4,P=0.1:0.3
      SUBROUTINE DENSTY(T, P, RHO, ALPHA, IERR)
C     DENSITY OF A VAN-DER-WAALS GAS IN REDUCED UNITS BY NEWTON'S METHOD
      REAL*8 T, P, RHO, ALPHA
      INTEGER IERR, ITER
      REAL*8 PRES, DPDR, R, TT, DR, FUN
      REAL*8 TOL
      INTEGER MAXIT
      PARAMETER (TOL=1.D-13, MAXIT=50)
C     STATEMENT FUNCTIONS FOR PRESSURE AND ITS SLOPE
      PRES(R, TT) = 8.D0*R*TT/(3.D0 - R) - 3.D0*R*R
      DPDR(R, TT) = 24.D0*TT/(3.D0 - R)**2 - 6.D0*R
      IERR = 0
      RHO = 3.D0*P/(8.D0*T)
      DO 10 ITER = 1, MAXIT
         FUN = PRES(RHO, T) - P
         DR = -FUN/DPDR(RHO, T)
         RHO = RHO + DR
         IF (RHO .LE. 0.D0 .OR. RHO .GE. 3.D0) THEN
            IERR = 2
            RETURN
         END IF
         IF (ABS(DR) .LT. TOL*RHO) GO TO 20
   10 CONTINUE
      IERR = 1
      WRITE (6,900) T, P
  900 FORMAT (' DENSTY: NO CONVERGENCE AT T=', 1PE12.4, ' P=', E12.4)
      RETURN
   20 ALPHA = (8.D0*RHO/(3.D0 - RHO))/(RHO*DPDR(RHO, T))
      RETURN
      END

      SUBROUTINE PHASE(NCOMP, Z, XK, IROOT, V, RR)
C     RACHFORD-RICE BY NEWTON'S METHOD AND A CUBIC'S ROOT
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION Z(NCOMP), XK(NCOMP)
      COMMON /CUBIC/ A1, A0
      LOGICAL DONE
      DATA TOL, MAXIT /1.D-13, 40/
      V = 0.5D0
      DONE = .FALSE.
      ITER = 0
      DO WHILE (.NOT. DONE .AND. ITER .LT. MAXIT)
         F = 0.D0
         DF = 0.D0
         DO 10 I = 1, NCOMP
            D = 1.D0 + V*(XK(I) - 1.D0)*0.3D0
            F = F + (Z(I) + 1.D0)*(XK(I) - 1.D0)/D
   10       DF = DF - 0.3D0*(Z(I) + 1.D0)*((XK(I) - 1.D0)/D)**2
         DV = F/(DF - 1.D-1)
         V = V - DV
         ITER = ITER + 1
         DONE = ABS(DV) .LT. TOL
      ENDDO
      IF (IROOT) 100, 200, 300
  100 RR = -A1
      GOTO 400
  200 RR = A0
      GOTO 400
  300 RR = 1.D0
  400 DO 410 K = 1, 25
         P = RR**3 + (1.D0 + A1**2)*RR + A0 + V
         DP = 3.D0*RR**2 + 1.D0 + A1**2
  410    RR = RR - P/DP
      END

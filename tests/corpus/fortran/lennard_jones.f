C     check: --function FORCES --wrt X,BOX --of EPOT,FX --size NATOM=5 --set BOX=4.0,X=0:4,RCUT=1.9
      SUBROUTINE FORCES(NATOM, X, FX, EPOT, VIR, BOX, RCUT)
      IMPLICIT NONE
      INTEGER NATOM, I, J, K
      REAL*8 X(3,NATOM), FX(3,*), EPOT, VIR, BOX, RCUT
      REAL*8 D(3), R2, R2I, R6I, FF, ECUT, RC2, XI, YI, ZI
      RC2 = RCUT*RCUT
      ECUT = 4.*(1./RC2**6 - 1./RC2**3)
      EPOT = 0.
      VIR = 0.
      CALL DZERO(FX, 3*NATOM)
      DO 200 I = 1, NATOM-1
        XI = X(1,I)
        YI = X(2,I)
        ZI = X(3,I)
        DO 100 J = I+1, NATOM
          D(1) = XI - X(1,J)
          D(2) = YI - X(2,J)
          D(3) = ZI - X(3,J)
          R2 = 0.
          DO 50 K = 1, 3
            D(K) = D(K) - BOX*ANINT(D(K)/BOX)
            R2 = R2 + D(K)**2
   50     CONTINUE
          IF (R2 .GE. RC2) GO TO 100
          R2 = R2 + 0.5D0
          R2I = 1/R2
          R6I = R2I**3
          FF = 48*R2I*R6I*(R6I - 0.5)
          DO 60 K = 1, 3
            FX(K,I) = FX(K,I) + FF*D(K)
   60       FX(K,J) = FX(K,J) - FF*D(K)
          EPOT = EPOT + 4*R6I*(R6I - 1) - ECUT
          VIR = VIR + FF*R2
  100   CONTINUE
  200 CONTINUE
      END
      SUBROUTINE DZERO(A, N)
      REAL*8 A(N)
      DO 1 I = 1, N
    1 A(I) = 0D0
      END

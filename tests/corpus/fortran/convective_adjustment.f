C     check: --wrt T,Q --of T,CAPE --set T=250:300,Q=0.001:0.9 --size NLEV=5
      SUBROUTINE CVADJ(NLEV, PLEV, T, Q, CAPE, NADJ)
C     DRY CONVECTIVE ADJUSTMENT OF A COLUMN, WITH A CAPE-LIKE DIAGNOSTIC
      IMPLICIT NONE
      INTEGER NLEV, NADJ
      REAL*8 PLEV(NLEV), T(NLEV), Q(NLEV), CAPE
      REAL*8 THETA(200), DP, TH1, P0, KAPPA, GAMMA, TV, TVP, DM
      INTEGER K, ITER, MAXITER
      LOGICAL STABLE
      PARAMETER (P0 = 1.D5, KAPPA = 0.286D0, MAXITER = 4)
      REAL*8 PK(200)
      DO 5 K = 1, NLEV
        PK(K) = P0*(1.D0 - 0.12D0*(K-1)) + 10.D0*PLEV(K)
        THETA(K) = T(K)*(P0/PK(K))**KAPPA
    5 CONTINUE
      NADJ = 0
      DO 40 ITER = 1, MAXITER
        STABLE = .TRUE.
        DO 30 K = 1, NLEV-1
          IF (THETA(K) .LE. THETA(K+1) + 1.D-3) GO TO 30
          TH1 = 0.5D0*(THETA(K) + THETA(K+1))
          THETA(K) = TH1
          THETA(K+1) = TH1
          STABLE = .FALSE.
          NADJ = NADJ + 1
   30   CONTINUE
        IF (STABLE) GOTO 50
   40 CONTINUE
   50 CONTINUE
      CAPE = 0.D0
      DO 60 K = 1, NLEV
        T(K) = THETA(K)*(PK(K)/P0)**KAPPA
        TV = T(K)*(1.D0 + 0.61D0*Q(K))
        TVP = THETA(1)*(PK(K)/P0)**KAPPA*(1.D0 + 0.61D0*Q(1))
        IF (TVP .GT. TV) THEN
          DM = 287.D0*LOG(PK(MAX(K-1,1))/PK(MIN(K+1,NLEV)))
          CAPE = CAPE + DM*(TVP - TV)
        ENDIF
   60 CONTINUE
      RETURN
      END

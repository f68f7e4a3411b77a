C     check: --function SHOOT --wrt Y,RATE --of Y,ERRTOT --size NEQ=3 --set TEND=0.8:1.2,RATE=0.5:1.0
      SUBROUTINE SHOOT(NEQ, Y, TEND, RATE, ERRTOT)
      INTEGER NEQ
      DOUBLE PRECISION Y(NEQ), TEND, RATE, ERRTOT
      DOUBLE PRECISION K0
      COMMON /CHEM/ K0
      EXTERNAL DERIV
      DOUBLE PRECISION WORK(100), T, H
      INTEGER IFLAG, NSTEP
      K0 = RATE
      T = 0.D0
      H = 0.1D0
      NSTEP = 0
      ERRTOT = 0.D0
 1    CONTINUE
      IF (T .GE. TEND) GOTO 2
      IF (T + H .GT. TEND) H = TEND - T
      CALL RK23(DERIV, NEQ, Y, T, H, WORK(1), WORK(1+NEQ),
     $          WORK(1+2*NEQ), WORK(1+3*NEQ), WORK(1+4*NEQ), ERRTOT,
     $          IFLAG)
      NSTEP = NSTEP + 1
      IF (NSTEP .GT. 500) THEN
         WRITE(*,'(A,I6)') ' TOO MANY STEPS: ', NSTEP
         GOTO 2
      ENDIF
      GOTO 1
 2    CONTINUE
      RETURN
      END
      SUBROUTINE DERIV(NEQ, T, Y, YP)
      INTEGER NEQ, I
      DOUBLE PRECISION T, Y(NEQ), YP(NEQ), K0
      COMMON /CHEM/ K0
      DO I = 1, NEQ
         IF (I .LT. NEQ) THEN
            YP(I) = -K0*Y(I)*Y(I+1) + 0.1D0*COS(T)
         ELSE
            YP(I) = -K0*Y(I)**2
         END IF
      END DO
      END
      SUBROUTINE RK23(F, N, Y, T, H, K1, K2, K3, YT, E, ERRTOT, IFLAG)
      INTEGER N, IFLAG, I
      DOUBLE PRECISION Y(N), T, H, K1(N), K2(N), K3(N), YT(N), E(N)
      DOUBLE PRECISION ERR, TOL, FAC, ERRTOT
      EXTERNAL F
      PARAMETER (TOL = 1.D-4)
      CALL F(N, T, Y, K1)
      DO 10 I = 1, N
 10   YT(I) = Y(I) + 0.5D0*H*K1(I)
      CALL F(N, T+0.5D0*H, YT, K2)
      DO 20 I = 1, N
 20   YT(I) = Y(I) + 0.75D0*H*K2(I)
      CALL F(N, T+0.75D0*H, YT, K3)
      ERR = 0.D0
      DO 30 I = 1, N
        YT(I) = Y(I) + H*(2.D0*K1(I) + 3.D0*K2(I) + 4.D0*K3(I))/9.D0
        E(I) = H*(-5.D0*K1(I)/72.D0 + K2(I)/12.D0 + K3(I)/9.D0)
        ERR = MAX(ERR, ABS(E(I)))
 30   CONTINUE
      IF (ERR .LE. TOL) THEN
        T = T + H
        DO 40 I = 1, N
 40     Y(I) = YT(I)
        ERRTOT = ERRTOT + ERR
        IFLAG = 0
      ELSE
        IFLAG = 1
      ENDIF
      FAC = 2.D0
      IF (ERR .GT. TOL/8.D0) FAC = 1.D0
      IF (IFLAG .EQ. 1) FAC = 0.5D0
      H = H*FAC
      END

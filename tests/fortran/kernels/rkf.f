      SUBROUTINE RKSOLV(NEQ, T, TOUT, Y, RPAR, RTOL, NSTEP, IFLAG)
C     EXPLICIT RUNGE-KUTTA-FEHLBERG WITH STEP CONTROL
      INTEGER NEQ, NSTEP, IFLAG, I, MXSTEP
      DOUBLE PRECISION T, TOUT, Y(NEQ), RPAR(*), RTOL
      DOUBLE PRECISION K1(10), K2(10), K3(10), YN(10), H, ERR, SC, FAC
      PARAMETER (MXSTEP = 200)
      EXTERNAL FEX
      IFLAG = 0
      NSTEP = 0
      H = 0.1D0*(TOUT - T)
   10 IF (T .GE. TOUT) GO TO 90
      IF (NSTEP .GE. MXSTEP) THEN
         IFLAG = -1
         GO TO 90
      END IF
      IF (T + H .GT. TOUT) H = TOUT - T
      CALL FEX(NEQ, T, Y, K1, RPAR)
      DO 20 I = 1, NEQ
   20    YN(I) = Y(I) + 0.5D0*H*K1(I)
      CALL FEX(NEQ, T + 0.5D0*H, YN, K2, RPAR)
      DO 30 I = 1, NEQ
   30    YN(I) = Y(I) + H*(2.0D0*K2(I) - K1(I))
      CALL FEX(NEQ, T + H, YN, K3, RPAR)
      ERR = 0.0D0
      DO 40 I = 1, NEQ
         SC = RTOL*(1.0D0 + ABS(Y(I)))
         ERR = MAX(ERR, ABS(H*(K1(I) - 2.0D0*K2(I) + K3(I)))/6.0D0/SC)
   40 CONTINUE
      NSTEP = NSTEP + 1
      IF (ERR .GT. 1.0D0) THEN
         H = 0.5D0*H
         GO TO 10
      END IF
      T = T + H
      DO 50 I = 1, NEQ
         Y(I) = Y(I) + H*(K1(I) + 4.0D0*K2(I) + K3(I))/6.0D0
   50 CONTINUE
      FAC = 2.0D0
      IF (ERR .GT. 1.0D-3) FAC = MIN(2.0D0, 0.9D0*ERR**(-1.0D0/3.0D0))
      H = H*FAC
      GO TO 10
   90 RETURN
      END
      SUBROUTINE FEX(NEQ, T, Y, YDOT, RPAR)
      INTEGER NEQ
      DOUBLE PRECISION T, Y(NEQ), YDOT(NEQ), RPAR(*)
      YDOT(1) = -RPAR(1)*Y(1) + RPAR(2)*Y(2)*Y(3)
      YDOT(3) = RPAR(3)*Y(2)*Y(2)
      YDOT(2) = -YDOT(1) - YDOT(3) + 0.1D0*SIN(T)
      RETURN
      END

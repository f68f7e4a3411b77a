      SUBROUTINE TWOSTR(NLAY, TAU, SSA, G, AMU0, ALB, FDIR, FUP, FDN,
     $                  HEAT)
C     TWO-STREAM FLUXES BY ADDING LAYERS FROM ABOVE AND BELOW
      INTEGER NLAY, MXLY
      PARAMETER (MXLY = 50)
      REAL*8 TAU(NLAY), SSA(NLAY), G(NLAY), AMU0, ALB
      REAL*8 FDIR(NLAY+1), FUP(NLAY+1), FDN(NLAY+1), HEAT(*)
      REAL*8 R(MXLY), T(MXLY), S(MXLY), RB(MXLY+1), SB(MXLY+1)
      REAL*8 G1, G2, RKK, EXT, X, DEN, TOP, F, TS, WS, GS
      INTEGER L, LB
      REAL*8 DIFF
      DATA DIFF /1.66D0/
      IF (NLAY .GT. MXLY) THEN
         WRITE (6, *) 'TWOSTR: TOO MANY LAYERS', NLAY
         STOP
      ENDIF
      FDIR(1) = AMU0
      DO 20 L = 1, NLAY
C        DELTA SCALING
         F = G(L)*G(L)
         TS = (1.D0 - SSA(L)*F)*TAU(L)
         WS = (1.D0 - F)*SSA(L)/(1.D0 - SSA(L)*F)
         GS = (G(L) - F)/(1.D0 - F)
         G1 = 0.25D0*(7.D0 - WS*(4.D0 + 3.D0*GS))
         G2 = -0.25D0*(1.D0 - WS*(4.D0 - 3.D0*GS))
         RKK = SQRT(MAX(G1*G1 - G2*G2, 1.D-10))
         X = MIN(RKK*TS*DIFF, 50.D0)
         EXT = EXP(-X)
         DEN = RKK + G1 + (RKK - G1)*EXT*EXT
         R(L) = G2*(1.D0 - EXT*EXT)/DEN
         T(L) = 2.D0*RKK*EXT/DEN
         FDIR(L+1) = FDIR(L)*EXP(-TS/AMU0)
         S(L) = WS*(FDIR(L) - FDIR(L+1))*0.5D0
   20 CONTINUE
      RB(NLAY+1) = ALB
      SB(NLAY+1) = ALB*FDIR(NLAY+1)
      DO 30 LB = NLAY, 1, -1
         TOP = 1.D0/(1.D0 - R(LB)*RB(LB+1))
         RB(LB) = R(LB) + T(LB)*T(LB)*RB(LB+1)*TOP
         SB(LB) = S(LB) + T(LB)*(SB(LB+1) + RB(LB+1)*S(LB))*TOP
   30 CONTINUE
      FDN(1) = 0.D0
      FUP(1) = SB(1)
      DO 40 L = 1, NLAY
         TOP = 1.D0/(1.D0 - R(L)*RB(L+1))
         FDN(L+1) = (T(L)*FDN(L) + S(L) + R(L)*SB(L+1))*TOP
         FUP(L+1) = RB(L+1)*FDN(L+1) + SB(L+1)
   40 CONTINUE
      DO 50 L = 1, NLAY
   50 HEAT(L) = (FDIR(L) + FDN(L) - FUP(L))
     $        - (FDIR(L+1) + FDN(L+1) - FUP(L+1))
      RETURN
      END

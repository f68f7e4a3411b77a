C     check: --function MGSOLV --wrt F,U --of U,RESN --size NLEV=3,NCYC=2
      SUBROUTINE MGSOLV(NLEV, NCYC, U, F, RESN)
C     V-CYCLES FOR -U'' + U = F ON (0,1); ALL GRIDS IN ONE WORK ARRAY
      INTEGER NLEV, NCYC
      REAL*8 U(2**NLEV+1), F(2**NLEV+1), RESN
      INTEGER MAXW
      PARAMETER (MAXW=2000)
      REAL*8 W(MAXW), RHS(MAXW)
      INTEGER IOFF(20), NPT(20), L, I, IC, K
      REAL*8 H
      IF (NLEV .GT. 20) STOP 'TOO MANY LEVELS'
      K = 1
      DO 10 L = NLEV, 1, -1
         NPT(L) = 2**L + 1
         IOFF(L) = K
         K = K + NPT(L)
   10 CONTINUE
      IF (K .GT. MAXW) THEN
         PRINT *, 'MGSOLV: WORK ARRAY TOO SMALL', K
         STOP
      END IF
      DO 20 I = 1, NPT(NLEV)
         W(IOFF(NLEV)+I-1) = U(I)
         RHS(IOFF(NLEV)+I-1) = F(I)
   20 CONTINUE
      DO 100 IC = 1, NCYC
         DO 40 L = NLEV, 2, -1
            H = 1.D0/(NPT(L)-1)
            CALL RELAX(NPT(L), W(IOFF(L)), RHS(IOFF(L)), H, 2)
            CALL RESTR(NPT(L), W(IOFF(L)), RHS(IOFF(L)), H,
     &                 NPT(L-1), RHS(IOFF(L-1)))
            DO 30 I = 1, NPT(L-1)
   30          W(IOFF(L-1)+I-1) = 0.D0
   40    CONTINUE
         CALL RELAX(NPT(1), W(IOFF(1)), RHS(IOFF(1)), 0.5D0, 5)
         DO 50 L = 2, NLEV
            H = 1.D0/(NPT(L)-1)
            CALL PROLON(NPT(L-1), W(IOFF(L-1)), NPT(L), W(IOFF(L)))
            CALL RELAX(NPT(L), W(IOFF(L)), RHS(IOFF(L)), H, 1)
   50    CONTINUE
  100 CONTINUE
      RESN = 0.D0
      H = 1.D0/(NPT(NLEV)-1)
      DO 110 I = 1, NPT(NLEV)
         U(I) = W(IOFF(NLEV)+I-1)
  110 CONTINUE
      DO 120 I = 2, NPT(NLEV)-1
         RESN = RESN + (F(I) - U(I) - (2*U(I)-U(I-1)-U(I+1))/H**2)**2
  120 CONTINUE
      RESN = SQRT(RESN*H)
      END
      SUBROUTINE RELAX(N, U, F, H, NSW)
      INTEGER N, NSW, I, IS
      REAL*8 U(N), F(N), H
      DO 20 IS = 1, NSW
         DO 10 I = 2, N-1
            U(I) = (F(I)*H*H + U(I-1) + U(I+1))/(2.D0 + H*H)
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE RESTR(N, U, F, H, NC, FC)
      INTEGER N, NC, I, J
      REAL*8 U(N), F(N), FC(NC), H, R(1000)
      R(1) = 0.D0
      R(N) = 0.D0
      DO 10 I = 2, N-1
         R(I) = F(I) - U(I) - (2*U(I) - U(I-1) - U(I+1))/(H*H)
   10 CONTINUE
      FC(1) = 0
      FC(NC) = 0
      DO 20 J = 2, NC-1
         I = 2*J-1
         FC(J) = 0.25D0*(R(I-1) + 2*R(I) + R(I+1))
   20 CONTINUE
      END
      SUBROUTINE PROLON(NC, UC, N, U)
      INTEGER NC, N, J
      REAL*8 UC(NC), U(N)
      DO 10 J = 2, NC-1
   10    U(2*J-1) = U(2*J-1) + UC(J)
      DO 20 J = 1, NC-1
   20    U(2*J) = U(2*J) + 0.5D0*(UC(J)+UC(J+1))
      END

C     MULTIGRID FOR -(A(X) U')' + S U = F ON (0,1), U(0) = U(1) = 0, WITH
C     VARIABLE A (BRIGGS, HENSON AND MCCORMICK, A MULTIGRID TUTORIAL).
C     THREE LEVELS OF N, N/2 AND N/4 INTERVALS.  ALL LEVELS' ARRAYS LIE
C     IN ONE WORK ARRAY W; THE SUBROUTINES GET ELEMENT ADDRESSES INTO IT.
C
      SUBROUTINE MGSOLV(N, NCYC, NU1, NU2, OMEGA, S, A, F, U, W, LW,
     $                  RESN)
      INTEGER N, NCYC, NU1, NU2, LW
      DOUBLE PRECISION OMEGA, S, A(N), F(0:N), U(0:N), W(LW), RESN
      INTEGER I, IC, M, L, KU2, KF2, KA2, KU3, KF3, KA3, KR
      DOUBLE PRECISION H
C
C     LAYOUT OF THE WORK ARRAY
      M = N/2
      L = N/4
      KU2 = 1
      KF2 = KU2 + M + 1
      KA2 = KF2 + M + 1
      KU3 = KA2 + M
      KF3 = KU3 + L + 1
      KA3 = KF3 + L + 1
      KR = KA3 + L
      H = 1D0/DBLE(N)
C
      DO 10 I = 1, LW
   10    W(I) = 0D0
      CALL COARSA(M, A, W(KA2))
      CALL COARSA(L, W(KA2), W(KA3))
C
      DO 100 IC = 1, NCYC
C        DOWN
         CALL RELAX(N, NU1, H, OMEGA, S, A, F, U)
         CALL RESID(N, H, S, A, F, U, W(KR))
         CALL RESTRI(M, W(KR), W(KF2))
         CALL CLEAR(M + 1, W(KU2))
         CALL RELAX(M, NU1, 2*H, OMEGA, S, W(KA2), W(KF2), W(KU2))
         CALL RESID(M, 2*H, S, W(KA2), W(KF2), W(KU2), W(KR))
         CALL RESTRI(L, W(KR), W(KF3))
         CALL CLEAR(L + 1, W(KU3))
C        THE COARSEST LEVEL IS RELAXED MANY TIMES
         CALL RELAX(L, 4*(NU1 + NU2), 4*H, OMEGA, S, W(KA3), W(KF3),
     $              W(KU3))
C        UP
         CALL PROLON(L, W(KU3), W(KU2))
         CALL RELAX(M, NU2, 2*H, OMEGA, S, W(KA2), W(KF2), W(KU2))
         CALL PROLON(M, W(KU2), U)
         CALL RELAX(N, NU2, H, OMEGA, S, A, F, U)
  100 CONTINUE
C
      CALL RESID(N, H, S, A, F, U, W(KR))
      RESN = 0D0
      DO 200 I = 0, N
         RESN = RESN + W(KR+I)**2*H
  200 CONTINUE
      RESN = DSQRT(RESN)
      RETURN
      END
C
C     COEFFICIENTS OF THE COARSER GRID: HARMONIC MEANS
C
      SUBROUTINE COARSA(M, AF, AC)
      INTEGER M, I
      DOUBLE PRECISION AF(*), AC(*)
      DO 10 I = 1, M
         AC(I) = 2D0*AF(2*I-1)*AF(2*I) / (AF(2*I-1) + AF(2*I))
   10 CONTINUE
      END
C
      SUBROUTINE CLEAR(N, X)
      INTEGER N, I
      DOUBLE PRECISION X(N)
      DO 10 I = 1, N
   10 X(I) = 0D0
      END
C
C     NU SWEEPS OF GAUSS-SEIDEL WITH RELAXATION
C
      SUBROUTINE RELAX(N, NU, H, OMEGA, S, A, F, U)
      INTEGER N, NU, I, K
      DOUBLE PRECISION H, OMEGA, S, A(N), F(0:N), U(0:N), GS
      DO 20 K = 1, NU
         DO 10 I = 1, N - 1
            GS = (H*H*F(I) + A(I)*U(I-1) + A(I+1)*U(I+1))
     $         / (A(I) + A(I+1) + H*H*S)
            U(I) = U(I) + OMEGA*(GS - U(I))
   10    CONTINUE
   20 CONTINUE
      END
C
      SUBROUTINE RESID(N, H, S, A, F, U, R)
      INTEGER N, I
      DOUBLE PRECISION H, S, A(N), F(0:N), U(0:N), R(0:N)
      R(0) = 0D0
      DO 10 I = 1, N - 1
         R(I) = F(I) - S*U(I)
     $        - (A(I)*(U(I) - U(I-1)) - A(I+1)*(U(I+1) - U(I)))/(H*H)
   10 CONTINUE
      R(N) = 0D0
      END
C
C     FULL WEIGHTING TO THE GRID OF M INTERVALS
C
      SUBROUTINE RESTRI(M, FINE, COARSE)
      INTEGER M, I
      DOUBLE PRECISION FINE(0:2*M), COARSE(0:M)
      COARSE(0) = 0D0
      DO 10 I = 1, M - 1
   10    COARSE(I) = (FINE(2*I-1) + 2D0*FINE(2*I) + FINE(2*I+1))/4D0
      COARSE(M) = 0D0
      END
C
C     LINEAR INTERPOLATION, ADDED TO THE FINER GRID
C
      SUBROUTINE PROLON(M, COARSE, FINE)
      INTEGER M, I
      DOUBLE PRECISION COARSE(0:M), FINE(0:2*M)
      DO 10 I = 0, M - 1
         FINE(2*I) = FINE(2*I) + COARSE(I)
         FINE(2*I+1) = FINE(2*I+1) + .5D0*(COARSE(I) + COARSE(I+1))
   10 CONTINUE
      END

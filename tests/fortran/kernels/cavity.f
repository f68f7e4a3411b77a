C     TIME STEP OF THE LID-DRIVEN CAVITY BY THE PROJECTION METHOD ON A
C     MARKER-AND-CELL GRID (HARLOW AND WELCH, PHYS. FLUIDS 8, 1965).
C     CELLS 2..IMAX-1, 2..JMAX-1 ARE FLUID, THE OTHERS ARE A FRAME OF
C     GHOST CELLS.  THE PRESSURE POISSON EQUATION IS RELAXED BY A FIXED
C     NUMBER OF SOR SWEEPS.
C
      SUBROUTINE CAVITY(U, V, P, IMAX, JMAX, NSTEP)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION U(IMAX,JMAX), V(IMAX,JMAX), P(IMAX,JMAX)
      INCLUDE 'cavity.inc'
      PARAMETER (MAXI = 24, MAXJ = 20)
      DIMENSION F(MAXI,MAXJ), G(MAXI,MAXJ), RHS(MAXI,MAXJ)
C
      DO 100 N = 1, NSTEP
         CALL SETBC(U, V, IMAX, JMAX, ULID)
         CALL COMPFG(U, V, F, G, IMAX, JMAX, MAXI)
C
C        RIGHT-HAND SIDE OF THE PRESSURE EQUATION
         DO 20 J = 2, JMAX - 1
            DO 10 I = 2, IMAX - 1
               RHS(I,J) = ((F(I,J) - F(I-1,J))/DELX
     1                  +  (G(I,J) - G(I,J-1))/DELY) / DELT
   10       CONTINUE
   20    CONTINUE
C
         DO 30 ITER = 1, NSWEEP
            CALL SWEEP(P, RHS, IMAX, JMAX, MAXI)
   30    CONTINUE
C
C        CORRECTION OF THE VELOCITIES
         DO 40 J = 2, JMAX - 1
            DO 40 I = 2, IMAX - 2
               U(I,J) = F(I,J) - DELT/DELX*(P(I+1,J) - P(I,J))
   40    CONTINUE
         DO 50 J = 2, JMAX - 2
            DO 50 I = 2, IMAX - 1
               V(I,J) = G(I,J) - DELT/DELY*(P(I,J+1) - P(I,J))
   50    CONTINUE
  100 CONTINUE
      END
C
C     NO SLIP ON ALL WALLS; THE LID MOVES WITH VELOCITY ULID
C
      SUBROUTINE SETBC(U, V, IMAX, JMAX, ULID)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION U(IMAX,JMAX), V(IMAX,JMAX)
      DO 10 J = 1, JMAX
         U(1,J) = 0.D0
         U(IMAX-1,J) = 0.D0
         V(1,J) = -V(2,J)
         V(IMAX,J) = -V(IMAX-1,J)
   10 CONTINUE
      DO 20 I = 1, IMAX
         V(I,1) = 0.D0
         V(I,JMAX-1) = 0.D0
         U(I,1) = -U(I,2)
         U(I,JMAX) = 2.D0*ULID - U(I,JMAX-1)
   20 CONTINUE
      RETURN
      END
C
C     TENTATIVE VELOCITIES: DIFFUSION BY CENTRAL DIFFERENCES, CONVECTION
C     BY A MIXTURE OF CENTRAL AND DONOR-CELL DIFFERENCES
C
      SUBROUTINE COMPFG(U, V, F, G, IMAX, JMAX, LDF)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION U(IMAX,JMAX), V(IMAX,JMAX), F(LDF,*), G(LDF,*)
      COMMON /GRID/ DX, DY, DT
      COMMON /FLOW/ RE, ULID, OMEGA, NSWEEP
      DATA GAMMA /0.9D0/
C     STATEMENT FUNCTION: SECOND DIFFERENCE
      SECOND(A, B, C, D) = (A - 2.D0*B + C) / (D*D)
C
      DO 10 J = 2, JMAX - 1
         F(1,J) = U(1,J)
         F(IMAX-1,J) = U(IMAX-1,J)
   10 CONTINUE
      DO 15 I = 2, IMAX - 1
         G(I,1) = V(I,1)
         G(I,JMAX-1) = V(I,JMAX-1)
   15 CONTINUE
C
      DO 20 J = 2, JMAX - 1
      DO 20 I = 2, IMAX - 2
         DU2DX = ((U(I,J) + U(I+1,J))**2 - (U(I-1,J) + U(I,J))**2
     1      + GAMMA*(ABS(U(I,J) + U(I+1,J))*(U(I,J) - U(I+1,J))
     2             - ABS(U(I-1,J) + U(I,J))*(U(I-1,J) - U(I,J))))
     3      / (4.D0*DX)
         DUVDY = ((V(I,J) + V(I+1,J))*(U(I,J) + U(I,J+1))
     1      + GAMMA*ABS(V(I,J) + V(I+1,J))*(U(I,J) - U(I,J+1))
     2      - (V(I,J-1) + V(I+1,J-1))*(U(I,J-1) + U(I,J))
     3      - GAMMA*ABS(V(I,J-1) + V(I+1,J-1))*(U(I,J-1) - U(I,J)))
     4      / (4.D0*DY)
         F(I,J) = U(I,J) + DT*((SECOND(U(I+1,J), U(I,J), U(I-1,J), DX)
     1      + SECOND(U(I,J+1), U(I,J), U(I,J-1), DY)) / RE
     2      - DU2DX - DUVDY)
   20 CONTINUE
C
      DO 30 J = 2, JMAX - 2
      DO 30 I = 2, IMAX - 1
         DUVDX = ((U(I,J) + U(I,J+1))*(V(I,J) + V(I+1,J))
     1      + GAMMA*ABS(U(I,J) + U(I,J+1))*(V(I,J) - V(I+1,J))
     2      - (U(I-1,J) + U(I-1,J+1))*(V(I-1,J) + V(I,J))
     3      - GAMMA*ABS(U(I-1,J) + U(I-1,J+1))*(V(I-1,J) - V(I,J)))
     4      / (4.D0*DX)
         DV2DY = ((V(I,J) + V(I,J+1))**2 - (V(I,J-1) + V(I,J))**2
     1      + GAMMA*(ABS(V(I,J) + V(I,J+1))*(V(I,J) - V(I,J+1))
     2             - ABS(V(I,J-1) + V(I,J))*(V(I,J-1) - V(I,J))))
     3      / (4.D0*DY)
         G(I,J) = V(I,J) + DT*((SECOND(V(I+1,J), V(I,J), V(I-1,J), DX)
     1      + SECOND(V(I,J+1), V(I,J), V(I,J-1), DY)) / RE
     2      - DUVDX - DV2DY)
   30 CONTINUE
      RETURN
      END
C
C     ONE SOR SWEEP, WITH ONE-SIDED STENCILS NEXT TO THE WALLS
C
      SUBROUTINE SWEEP(P, RHS, IMAX, JMAX, LDR)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION P(IMAX,JMAX), RHS(LDR,*)
      INCLUDE 'cavity.inc'
      RDX2 = 1.D0/(DELX*DELX)
      RDY2 = 1.D0/(DELY*DELY)
      DO 20 J = 2, JMAX - 1
         DO 10 I = 2, IMAX - 1
            EW = 1.D0
            EE = 1.D0
            ES = 1.D0
            EN = 1.D0
            IF (I .EQ. 2) EW = 0.D0
            IF (I .EQ. IMAX - 1) EE = 0.D0
            IF (J .EQ. 2) ES = 0.D0
            IF (J .EQ. JMAX - 1) EN = 0.D0
            DIAG = (EE + EW)*RDX2 + (EN + ES)*RDY2
            P(I,J) = (1.D0 - OMEGA)*P(I,J) + OMEGA/DIAG *
     &         ((EE*P(I+1,J) + EW*P(I-1,J))*RDX2
     &        + (EN*P(I,J+1) + ES*P(I,J-1))*RDY2 - RHS(I,J))
   10    CONTINUE
   20 CONTINUE
      END

C     CLASSICAL TEST PROBLEMS OF UNCONSTRAINED OPTIMIZATION, NUMBERS AS
C     IN MORE, GARBOW AND HILLSTROM, ACM TRANS. MATH. SOFTW. 7 (1981).
C
C     (21) EXTENDED ROSENBROCK FUNCTION, N EVEN
C
      DOUBLE PRECISION FUNCTION XROSEN(N, X)
      INTEGER N, J
      DOUBLE PRECISION X(N), T1, T2
      DOUBLE PRECISION ONE, TEN
      DATA ONE, TEN /1.0D0, 1.0D1/
      XROSEN = 0.0D0
      DO 10 J = 1, N, 2
         T1 = ONE - X(J)
         T2 = TEN*(X(J+1) - X(J)**2)
         XROSEN = XROSEN + (T1**2 + T2**2)
   10 CONTINUE
      RETURN
      END
C
C     (22) EXTENDED POWELL SINGULAR FUNCTION, N A MULTIPLE OF 4
C
      SUBROUTINE XPOWEL(N, X, F)
      IMPLICIT REAL*8 (A-H,O-Z)
      DIMENSION X(N)
      DATA FIVE, TEN /5.D0, 1.D1/, ZERO/0.D0/
      F = ZERO
      DO 10 J = 1, N, 4
         T = X(J) + TEN*X(J+1)
         T1 = X(J+2) - X(J+3)
         S1 = FIVE*T1
         T2 = X(J+1) - 2.D0*X(J+2)
         S2 = T2**3
         T3 = X(J) - X(J+3)
         S3 = TEN*T3**3
         F = F + (T**2 + S1*T1 + S2*T2 + S3*T3)
   10 CONTINUE
      END
C
C     (26) TRIGONOMETRIC FUNCTION
C
      SUBROUTINE TRIGO(N, X, F, FVEC)
      INTEGER N, J
      DOUBLE PRECISION X(N), F, FVEC(N), S1, T
      S1 = 0.0D0
      DO 310 J = 1, N
         S1 = S1 + DCOS(X(J))
  310 CONTINUE
      F = 0.0D0
      DO 330 J = 1, N
         T = DBLE(N+J) - DSIN(X(J)) - S1 - DFLOAT(J)*DCOS(X(J))
         FVEC(J) = T
  330    F = F + T**2
      RETURN
      END
C
C     (30) BROYDEN TRIDIAGONAL FUNCTION; RESIDUALS AND SUM OF SQUARES
C
      SUBROUTINE BROYTR(N,X,FVEC,F)
      INTEGER N,I
      DOUBLE PRECISION X(N),FVEC(N),F
      DOUBLE PRECISION ZERO,ONE,TWO,THREE,TEMP,TEMP1,TEMP2
      PARAMETER (ZERO=0.D0,ONE=1.D0,TWO=2.D0,THREE=3.D0)
      F = ZERO
      DO 20 I = 1, N
         TEMP = (THREE - TWO*X(I))*X(I)
         TEMP1 = ZERO
         IF (I .NE. 1) TEMP1 = X(I-1)
         TEMP2 = ZERO
         IF (I .NE. N) TEMP2 = X(I+1)
         FVEC(I) = TEMP - TEMP1 - TWO*TEMP2 + ONE
         F = F + FVEC(I)**2
   20 CONTINUE
      RETURN
      END
C
C     (31) BROYDEN BANDED FUNCTION
C
      SUBROUTINE BROYBA(N, X, F)
      INTEGER N, I, J, ILBW, IUBW, J1, J2
      DOUBLE PRECISION X(N), F, S, T
      ILBW = 5
      IUBW = 1
      F = 0.0D0
      DO 20 I = 1, N
         J1 = MAX0(1, I - ILBW)
         J2 = MIN0(N, I + IUBW)
         S = 0.0D0
         DO 10 J = J1, J2
            IF (J .NE. I) S = S + X(J)*(1.0D0 + X(J))
   10    CONTINUE
         T = X(I)*(2.0D0 + 5.0D0*X(I)**2) + 1.0D0 - S
         F = F + T*T
   20 CONTINUE
      END
C
C     (18) BIGGS EXP6 FUNCTION FOR M POINTS
C
      FUNCTION BIGGS6(M, X)
      DOUBLE PRECISION BIGGS6, X(6), T, Y
      BIGGS6 = 0
      DO 10 I = 1, M
         T = .1D0*I
         Y = DEXP(-T) - 5.D0*DEXP(-10.D0*T) + 3.D0*DEXP(-4.D0*T)
         BIGGS6 = BIGGS6 + (X(3)*DEXP(-T*X(1)) - X(4)*DEXP(-T*X(2))
     +          + X(6)*DEXP(-T*X(5)) - Y)**2
   10 CONTINUE
      END

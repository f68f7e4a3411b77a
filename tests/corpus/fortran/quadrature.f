C     check: --function ENERGY --wrt A,B,P --of Q --size N=4
      SUBROUTINE ENERGY(A, B, P, N, Q)
C     INTEGRATES THE TEST FUNCTION BY COMPOSITE GAUSS-LEGENDRE
      IMPLICIT REAL*8 (A-H,O-Z)
      DIMENSION P(3)
      COMMON /PARAMS/ C1, C2, C3
      EXTERNAL FCN
      C1 = P(1)
      C2 = P(2)
      C3 = P(3)
      CALL GAUSS(FCN, A, B, N, Q)
      CALL SIMPS(FCN, A, B, N, Q2)
      Q = Q + 0.5*Q2
      END
      DOUBLE PRECISION FUNCTION FCN(X)
      IMPLICIT REAL*8 (A-H,O-Z)
      COMMON /PARAMS/ C1, C2, C3
      FCN = C1*EXP(-C2*X**2) + C3*DSIN(X)
      END
      SUBROUTINE GAUSS(F, A, B, N, Q)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      DIMENSION XG(5), WG(5)
      SAVE XG, WG
      DATA XG /-.9061798459386640D0, -.5384693101056831D0, 0.D0,
     1          .5384693101056831D0,  .9061798459386640D0/
      DATA WG / .2369268850561891D0,  .4786286704993665D0,
     1          .5688888888888889D0,
     2          .4786286704993665D0,  .2369268850561891D0/
      H = (B - A)/N
      Q = 0
      DO 20 I = 1, N
         XM = A + (I - 0.5D0)*H
         S = 0
         DO 10 K = 1, 5
   10       S = S + WG(K)*F(XM + 0.5D0*H*XG(K))
         Q = Q + 0.5D0*H*S
   20 CONTINUE
      RETURN
      END
      SUBROUTINE SIMPS(F, A, B, N, Q)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      H = (B-A)/(2*N)
      SE = 0.D0
      SO = F(A+H)
      X = A + H
      I = 1
  100 IF (I .GE. N) GOTO 200
        X = X + H
        SE = SE + F(X)
        X = X + H
        SO = SO + F(X)
        I = I + 1
      GOTO 100
  200 Q = H/3.D0*(F(A) + 4.D0*SO + 2.D0*SE + F(B))
      END

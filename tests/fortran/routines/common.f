!=== common in routines, whole and by storage
! routine = "commn"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out", "p: float64 outside", "q: float64(6) outside", "r: float64 outside"]
! declarations = """
! double precision :: p, q(6), r
! common /blk/ p, q, r
! """
! wrt = ["x", "p", "q", "r"]
! of = ["y", "r", "q"]
! sizes = { n = 3 }
      SUBROUTINE COMMN(N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y, P, Q(6), R, TOTAL
      COMMON /BLK/ P, Q, R
      EXTERNAL TOTAL
      DO 10 I = 1, N
         CALL ADDTO(X(I), I)
   10 CONTINUE
      Y = TOTAL(N, X)
      CALL ADDTO(P, 2)
      CALL SHIFT(Q, 6)
      Y = Y*TOTAL(6, Q) + R
      END
      SUBROUTINE ADDTO(Z, I)
      INTEGER I
      DOUBLE PRECISION Z, P, Q(6), R
      COMMON /BLK/ P, Q, R
      R = R + Z*P
      Q(I) = Q(I)*Z + R
      END
      DOUBLE PRECISION FUNCTION TOTAL(N, V)
      INTEGER N, I
      DOUBLE PRECISION V(*)
      TOTAL = 0D0
      DO 20 I = 1, N
   20 TOTAL = TOTAL + V(I)*V(I)
      END
      SUBROUTINE SHIFT(V, N)
      INTEGER N, I
      DOUBLE PRECISION V(1), P, Q(6), R
      COMMON /BLK/ P, Q, R
      DO 30 I = 1, N
   30 V(I) = V(I) + P
      END

!=== ENTRY: by the name of the subroutine, into a stretch that others share
! routine = "scaled"
! arguments = ["n: int32", "a: float64", "x: float64(n) inout"]
! wrt = ["a", "x"]
! of = ["x"]
! sizes = { n = 4 }
      SUBROUTINE SCALED(N, A, X)
      INTEGER N, I
      DOUBLE PRECISION A, X(N), B
      DO 10 I = 1, N
   10 X(I) = A*X(I)
      GO TO 30
      ENTRY SHIFTED(N, X, B)
      DO 20 I = 1, N
   20 X(I) = X(I) + B
      IF (B .LT. 0.9D0) RETURN
   30 X(1) = X(1)**2
      RETURN
      ENTRY BOTH(N, X)
      X(N) = 3*X(N)
      IF (X(N) .GT. 1D0) GO TO 30
      X(1) = X(1)*X(N)
      END
!=== ENTRY: in the middle, with the dummies in another order
! routine = "moved"
! arguments = ["x: float64(n) inout", "b: float64", "n: int32"]
! wrt = ["b", "x"]
! of = ["x"]
! sizes = { n = 4 }
      SUBROUTINE STRETCH(N, A, X)
      INTEGER N, I
      DOUBLE PRECISION A, X(N), B
      DO 10 I = 1, N
   10 X(I) = A*X(I)
      ENTRY MOVED(X, B, N)
      DO 20 I = 1, N
   20 X(I) = X(I) + B*I
      END
!=== ENTRY: back to what is in front of it, and a loop across
! routine = "back"
! arguments = ["n: int32", "x: float64(n) inout"]
! wrt = ["x"]
! of = ["x"]
! sizes = { n = 5 }
      SUBROUTINE FRONT(N, X)
      INTEGER N, I
      DOUBLE PRECISION X(N)
      X(1) = 7*X(1)
      I = 1
   10 X(I) = X(I)*1.5D0
      I = I + 2
      IF (I .LE. N) GO TO 20
      RETURN
      ENTRY BACK(N, X)
      I = 2
   20 X(I) = X(I)**2 + X(1)
      IF (X(I) .GT. 0.1D0) GO TO 10
      END
!=== ENTRY: all names called from one routine, some of them twice
! routine = "driven"
! arguments = ["n: int32", "s: float64", "x: float64(n) inout", "r: float64 out"]
! wrt = ["s", "x"]
! of = ["x", "r"]
! sizes = { n = 4 }
      SUBROUTINE DRIVEN(N, S, X, R)
      INTEGER N
      DOUBLE PRECISION S, X(N), R, HALF, THIRD
      EXTERNAL HALF, THIRD
      CALL TIMES(N, S, X)
      CALL PLUS(X, S, N)
      CALL TIMES(N, X(1) + 0D0, X)
      R = HALF(S) + THIRD(S, X(2))*HALF(X(3))
      END
      SUBROUTINE TIMES(N, A, X)
      INTEGER N, I
      DOUBLE PRECISION A, X(N), B
      SAVE I
      DO 10 I = 1, N
   10 X(I) = A*X(I)
      RETURN
      ENTRY PLUS(X, B, N)
      DO 20 I = 1, N
   20 X(I) = X(I) + B
      END
      DOUBLE PRECISION FUNCTION HALF(U)
      DOUBLE PRECISION U, V, THIRD
      HALF = U/2
      RETURN
      ENTRY THIRD(U, V)
      THIRD = U*V/3
      END
!=== ENTRY: a function that is asked for by the name of one
! routine = "cubed"
! arguments = ["x: float64"]
! result = "cubed: float64"
! wrt = ["x"]
! of = ["cubed"]
      FUNCTION SQUARED(X)
      DOUBLE PRECISION SQUARED, CUBED, X, C
      DATA C /0.5D0/
      SQUARED = X**2 + C
      RETURN
      ENTRY CUBED(X)
      CUBED = X**3 + C
      END
!=== ENTRY: back to what runs into it
! routine = "into"
! arguments = ["x: float64(3) inout"]
! wrt = ["x"]
! of = ["x"]
      SUBROUTINE ONCE(X)
      DOUBLE PRECISION X(3)
      X(1) = 7*X(1)
   10 X(2) = X(2)*1.5D0
      ENTRY INTO(X)
      X(3) = X(3) + X(2)**2
      IF (X(3) .LT. 5D0) GO TO 10
      X(1) = X(1)*X(3)
      END
!=== ENTRY: statement functions of the unit, called behind each name
! routine = "leant"
! arguments = ["n: int32", "x: float64(n) inout", "s: float64"]
! wrt = ["x", "s"]
! of = ["x"]
! sizes = { n = 4 }
      SUBROUTINE STOOD(N, X, S)
      IMPLICIT DOUBLE PRECISION (A-H, O-Z)
      DIMENSION X(N)
      SQ(V) = V**2 + S
      TILT(V, W) = SQ(V)*W
      X(1) = 11*SQ(X(1))
   10 X(2) = SQ(X(2))
      RETURN
      ENTRY LEANT(N, X, S)
      DO 20 I = 3, N
   20 X(I) = TILT(X(I), X(I-1))
      IF (X(3) .LT. 50D0) GO TO 10
      END
!=== ENTRY: first statements that look like statement functions and are none
! routine = "later"
! arguments = ["n: int32", "i: int32", "x: float64(n) inout", "s: float64"]
! wrt = ["x", "s"]
! of = ["x"]
! sizes = { n = 4, i = 2 }
      SUBROUTINE SOONER(N, I, X, S)
      INTEGER N, I
      DOUBLE PRECISION X(N), S, TWICE
      TWICE(S) = 2*S
      X(I) = TWICE(X(I))
      RETURN
      ENTRY LATER(N, I, X, S)
      X(1) = TWICE(X(1)) + S*X(I)
      END

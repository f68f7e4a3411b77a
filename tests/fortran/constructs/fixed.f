!=== continuations and comments
! routine = "contin"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)"]
! wrt = ["a"]
! of = ["b"]
! sizes = { n = 5 }
C     A comment, then others of all styles
c     lower case
* a star
d     a debugging line is a comment
      SUBROUTINE CONTIN(N, A, B)
      INTEGER N, I
      DOUBLE PRECISION A(N), B(N)
! an exclamation mark in column 1

      DO 10 I = 1, N
         B(I) = A(I)*
     1      A(I)
C        a comment between continuation lines
     &      + SIN(
     + A(I)) ! a trailing comment

     $      * 2.0D0
   10 CONTINUE
      END
!=== columns beyond 72 are ignored
! routine = "col72"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
      SUBROUTINE COL72(X, Y)                                            SEQ00010
      DOUBLE PRECISION X, Y                                             SEQ00020
      Y = X*X                                                           +X*X*X
     1    + X                                                           00000040
      END                                                               SEQ00050
!=== tabs
! routine = "tabbed"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
	SUBROUTINE TABBED(N, A, S)
	INTEGER N, I
	DOUBLE PRECISION A(N), S
	S = 0
	DO 10 I = 1, N
	  S = S + A(I)**2
	1   + A(I)
10	CONTINUE
	END
!=== blanks inside tokens
! routine = "blanks"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
      SUB ROUTINE BLANKS(N, A, S)
      INTE GER N, I
      DOUBLEPRECISION A(N), S
      S = 0.0 D0
      DO 1 0 I = 1, N
      IF (A(I) .G T. 0.5) GO TO 5
      S = S + A(I)
      GOTO 10
 5    S = S + 3 .0D0*A(I)
 1 0  CON TINUE
      RE TURN
      END
!=== keywords as names
! routine = "names"
! arguments = ["if: float64", "do: float64(4)", "end: float64 out"]
! wrt = ["if", "do"]
! of = ["end"]
      SUBROUTINE NAMES(IF, DO, END)
      DOUBLE PRECISION IF, DO(4), END, REALX, DO10I, CALL
      REALX = IF*IF
      DO10I = 1.5D0
      DO(2) = DO(2)*REALX
      CALL = DO(2) + DO(3)
      IF (IF .GT. 0.) CALL = CALL*2.
      END = CALL*DO10I
      END
!=== glued keywords
! routine = "glued"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 6 }
      SUBROUTINEGLUED(N,X,Y)
      INTEGERN
      DOUBLEPRECISIONX(N),Y
      Y=0D0
      DO10I=1,N
      IF(X(I).LT.0.8D0)THEN
      Y=Y+X(I)**2
      ELSEIF(X(I).LT.1D0)THEN
      Y=Y-X(I)
      ELSE
      Y=Y+2*X(I)
      ENDIF
10    CONTINUE
      RETURN
      END
!=== shared closing label and other closing statements
! routine = "shared"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "b: float64(n,m)"]
! wrt = ["a"]
! of = ["b"]
! sizes = { n = 5, m = 3 }
      SUBROUTINE SHARED(N, M, A, B)
      DIMENSION A(N,M), B(N,M)
      DOUBLE PRECISION A, B
      DO 20 J = 1, M
      DO 20 I = 1, N
   20 B(I,J) = A(I,J)**2
      DO 30 J = 2, M
      DO 30 I = 2, N
        IF (A(I,J) .GT. 1.D0) GO TO 30
        B(I,J) = B(I,J) + A(I-1,J-1)*A(I,J)
   30 CONTINUE
      END
!=== logical and arithmetic if
! routine = "ariths"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)"]
! wrt = ["a"]
! of = ["b"]
! sizes = { n = 9 }
! inputs = { a = { low = -1.0, high = 1.0 } }
      SUBROUTINE ARITHS(N, A, B)
      REAL*8 A(N), B(N)
      DO 50 I = 1, N
        IF (A(I)) 10, 20, 30
   10   B(I) = A(I)**2
        GO TO 40
   20   B(I) = 0.
        GO TO 40
   30   B(I) = A(I)**3
   40   IF (I - 4) 45, 50, 50
   45   B(I) = 2*B(I)
   50 CONTINUE
      END
!=== forward goto skips and chains
! routine = "skips"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)", "c: float64"]
! wrt = ["a", "c"]
! of = ["b"]
! sizes = { n = 9 }
      SUBROUTINE SKIPS(N, A, B, C)
      REAL*8 A(N), B(N), C
      DO 100 I = 1, N
        IF (A(I) .LT. 0.6D0) GOTO 10
        IF (A(I) .LT. 1.0D0) GOTO 20
        B(I) = A(I)
        GO TO 30
   10   B(I) = A(I)*C
        GO TO 30
   20   B(I) = A(I)*C*C
   30   CONTINUE
        IF (C .LT. A(I)) GO TO 100
        B(I) = B(I) + 1.5D0*A(I)
  100 CONTINUE
      IF (N .EQ. 0) GO TO 200
      B(1) = B(1)*B(N)
  200 END
!=== goto out of loops
! routine = "leaves"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5, m = 4 }
      SUBROUTINE LEAVES(N, M, A, S)
      REAL*8 A(N,M), S
      S = 1.D0
      DO 20 J = 1, M
      DO 10 I = 1, N
      S = S*A(I,J)
      IF (S .GT. 3.D0) GO TO 30
      IF (S .LT. .2D0) GO TO 20
   10 CONTINUE
      S = S + A(1,J)
   20 CONTINUE
      S = S*S
   30 S = S + A(N,M)
      END
!=== clean backward goto
! routine = "backwd"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
      SUBROUTINE BACKWD(X, Y)
      REAL*8 X, Y
      K = 0
      Y = 1.D0
   10 CONTINUE
      Y = .5D0*(Y + X/Y)
      K = K + 1
      IF (K .LT. 5) GO TO 10
      END
!=== computed goto
! routine = "compgo"
! arguments = ["k: int32", "x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { k = 2 }
! edges = [{ k = 1 }, { k = 3 }, { k = 4 }, { k = 0 }]
      SUBROUTINE COMPGO(K, X, Y)
      REAL*8 X, Y
      GO TO (10, 20, 30) K
      Y = X
      RETURN
   10 Y = X**2
      GO TO 40
   20 Y = X**3
   30 Y = SIN(X)
   40 Y = Y*X
      END
!=== implicit typing
! routine = "implic"
! arguments = ["n: int32", "a: float32(n)", "b: float32(n)"]
! wrt = ["a"]
! of = ["b"]
! sizes = { n = 5 }
      SUBROUTINE IMPLIC(N, A, B)
      DIMENSION A(N), B(N)
      DO 10 I = 1, N
        K = 2*I
        T = A(I)*K
   10   B(I) = T*T/3 + K/4
      END
!=== implicit statement
! routine = "implst"
! arguments = ["n: int32", "a: float64(n)", "kost: float64 out"]
! wrt = ["a"]
! of = ["kost"]
! sizes = { n = 5 }
      SUBROUTINE IMPLST(N, A, KOST)
      IMPLICIT DOUBLE PRECISION (A-H, K, O-Z), INTEGER (I, J, L-N)
      DIMENSION A(N)
      KOST = 0
      DO 10 I = 1, N
   10 KOST = KOST + A(I)**2
      END
!=== type declaration forms
! routine = "decls"
! arguments = ["n: int32", "a: float64(n)", "b: float32(n)", "c: float64(n)"]
! wrt = ["a", "b"]
! of = ["c"]
! sizes = { n = 4 }
      SUBROUTINE DECLS(N, A, B, C)
      REAL*8 A, C
      REAL*4 B
      INTEGER*4 N
      LOGICAL*4 BIG
      DIMENSION A(N), B(N), C(N)
      REAL*8 T(3), U
      DO 10 I = 1, N
        BIG = A(I) .GT. 1.D0 .AND. .NOT. (I .EQ. 2)
        T(1) = A(I)
        T(2) = B(I)
        T(3) = T(1)*T(2)
        U = T(3)
        IF (BIG .OR. I .EQ. 1) U = U*T(1)
   10   C(I) = U
      END
!=== statement functions
! routine = "stmtfn"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
      SUBROUTINE STMTFN(N, A, S)
      REAL*8 A(N), S, SQ, WEIGHT, X, Y, C
      PARAMETER (C = 1.5D0)
      SQ(X) = X*X
      WEIGHT(X, Y) = SQ(X)*C + Y
      S = 0
      DO 10 I = 1, N
   10 S = S + WEIGHT(A(I), SQ(A(I)) + 1.D0)
      END
!=== common laid out by storage
! routine = "commst"
! arguments = ["x: float64", "y: float64 out", "p: float64 outside", "q: float64(6) outside", "r: float64 outside"]
! declarations = """
! double precision :: p, q(6), r
! common /blk/ p, q, r
! """
! wrt = ["x", "p", "q", "r"]
! of = ["y", "r"]
      SUBROUTINE COMMST(X, Y)
      REAL*8 X, Y, P, Q(2,3), R
      COMMON /BLK/ P, Q, R
      Y = X*P + Q(2,1)*R
      CALL OTHERS(X)
      Y = Y*R
      END
      SUBROUTINE OTHERS(X)
      REAL*8 X, FIRST, V(6), LAST
      COMMON /BLK/ FIRST, V, LAST
      LAST = LAST + V(3)*FIRST*X + V(6)**2
      END
!=== blank common and several blocks
! routine = "blankc"
! arguments = ["x: float64", "y: float64 out", "a: float64 outside", "b: float64(2) outside", "c: float64 outside", "k: int32 outside"]
! declarations = """
! double precision :: a, b(2), c
! integer :: k
! common a, b
! common /two/ c /ints/ k
! """
! wrt = ["x", "a", "b", "c"]
! of = ["y", "a"]
! sizes = { k = 3 }
      SUBROUTINE BLANKC(X, Y)
      IMPLICIT REAL*8 (A-H,O-Z)
      COMMON A, B(2)
      COMMON /TWO/ C /INTS/ K
      A = A*X + B(1)**K
      Y = A*C + B(2)*K
      END
!=== data and save
! routine = "datas"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
      SUBROUTINE DATAS(X, Y)
      REAL*8 X, Y, W(5), A, B, M(2,3)
      LOGICAL FLAG
      INTEGER K
      SAVE W
      DATA W /2*1.5D0, -.5D0, 2*3.D0/, A, B /1.D0, 2.5D-1/
      DATA ((M(I,J), I = 1, 2), J = 1, 3) /1., 2., 3., 4., 5., 6./
      DATA FLAG, K /.TRUE., 3/
      Y = 0
      DO 10 I = 1, 5
   10 Y = Y + W(I)*X**(I-1)
      IF (FLAG) Y = Y*A + B*M(2,K)
      Y = Y*X
      END
!=== parameter
! routine = "params"
! arguments = ["x: float64", "y: float64(3)"]
! wrt = ["x"]
! of = ["y"]
      SUBROUTINE PARAMS(X, Y)
      REAL*8 X, Y(3), PI, TWOPI, SCALE
      INTEGER N, M
      PARAMETER (PI = 3.14159265358979D0, TWOPI = 2*PI)
      PARAMETER (N = 3, M = N*2 - 4, SCALE = TWOPI/N)
      DO 10 I = 1, N
   10 Y(I) = SIN(SCALE*I*X)**M
      END
!=== integer arithmetic
! routine = "intari"
! arguments = ["n: int32", "k: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 7, k = -5 }
! edges = [{ n = 6, k = 5 }, { n = 4, k = -3 }]
      SUBROUTINE INTARI(N, K, A, S)
      INTEGER N, K, I, J
      REAL*8 A(N), S
      S = (K/2)*A(1) + MOD(K, 3)*A(2) + (-7/2)*A(3) + MOD(-7, 3)*A(1)
      S = S + A(1)**(N/2) + (1/2)*A(2) + 7/4*A(3) + K/(-2)*A(2)
      DO 10 I = 1, N
      J = I*(I+1)/2
      S = S + A(I)*(J/3) + J/3.D0*A(I)**2 + ISIGN(2, K)*IABS(K)*A(I)
   10 CONTINUE
      END
!=== default-real literals keep single precision
! routine = "single"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
      SUBROUTINE SINGLE(X, Y)
      REAL*8 X, Y
      REAL T
      T = 0.1
      Y = 0.1*X + 1.1E-1*X*X + T*X**3 + .3*(.1 + .2)*X + 1./3.*SIN(X)
      END
!=== mixed precision
! routine = "mixedp"
! arguments = ["n: int32", "a: float32(n)", "b: float64(n)", "c: float64(n)", "d: float32(n)"]
! wrt = ["a", "b"]
! of = ["c", "d"]
! sizes = { n = 5 }
      SUBROUTINE MIXEDP(N, A, B, C, D)
      REAL A(N), D(N)
      DOUBLE PRECISION B(N), C(N)
      DO 10 I = 1, N
      C(I) = A(I)*B(I) + A(I)**2
      D(I) = B(I)*B(I) + A(I)*3
      D(I) = D(I)*SNGL(B(I)) + REAL(B(I))*DBLE(A(I))
   10 CONTINUE
      END
!=== adjustable and assumed-size dummies, element addresses
! routine = "assume"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "w: float64(n*m)", "s: float64 out"]
! wrt = ["a", "w"]
! of = ["s", "w"]
! sizes = { n = 4, m = 3 }
      SUBROUTINE ASSUME(N, M, A, W, S)
      INTEGER N, M
      REAL*8 A(N,*), W(*), S
      S = 0
      DO 10 J = 1, M
      CALL COLSUM(N, A(1,J), S)
      CALL SCALEV(N - 1, A(2,J), W((J-1)*N + 1))
   10 CONTINUE
      CALL FLAT(N*M, A, W)
      END
      SUBROUTINE COLSUM(N, X, S)
      REAL*8 X(1), S
      DO 10 I = 1, N
   10 S = S + X(I)**2
      END
      SUBROUTINE SCALEV(N, X, Y)
      REAL*8 X(*), Y(N)
      DO 10 I = 1, N
   10 Y(I) = Y(I)*X(I)
      END
      SUBROUTINE FLAT(L, X, Y)
      REAL*8 X(L), Y(L)
      DO 10 I = 1, L
   10 Y(I) = Y(I) + SIN(X(I))
      END
!=== sequence association with another shape
! routine = "reshap"
! arguments = ["a: float64(6,5)", "b: float64(3,4)"]
! wrt = ["a", "b"]
! of = ["b"]
      SUBROUTINE RESHAP(A, B)
      REAL*8 A(6,5), B(3,4)
      CALL INNER(A(1,2), B)
      END
      SUBROUTINE INNER(X, Y)
      REAL*8 X(3,4), Y(12)
      DO 10 J = 1, 4
      DO 10 I = 1, 3
   10 Y(I + 3*(J-1)) = Y(I + 3*(J-1))*X(I,J)**2
      END
!=== function references
! routine = "funref"
! arguments = ["n: int32", "a: float64(n)", "y: float64 out"]
! wrt = ["a"]
! of = ["y"]
! sizes = { n = 5 }
      SUBROUTINE FUNREF(N, A, Y)
      REAL*8 A(N), Y, ENORM, HALVED
      EXTERNAL ENORM, HALVED
      Y = ENORM(N, A)*HALVED(A(2)) + HALVED(HALVED(A(3)*A(1)))
      IF (ENORM(N, A) .GT. 0.D0) Y = Y*2
      END
      DOUBLE PRECISION FUNCTION ENORM(N, X)
      REAL*8 X(N)
      ENORM = 0
      DO 10 I = 1, N
   10 ENORM = ENORM + X(I)*X(I)
      ENORM = DSQRT(ENORM)
      RETURN
      END
      REAL*8 FUNCTION HALVED(X)
      REAL*8 X
      IF (X .LT. 0) THEN
         HALVED = -X/2
         RETURN
      END IF
      HALVED = X*X/2
      END
!=== early return
! routine = "earlyr"
! arguments = ["k: int32", "x: float64", "y: float64"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { k = 0 }
! edges = [{ k = 1 }, { k = 2 }]
      SUBROUTINE EARLYR(K, X, Y)
      REAL*8 X, Y
      IF (K .EQ. 0) RETURN
      Y = Y*X
      IF (K .EQ. 1) THEN
        Y = Y + X
        RETURN
      ENDIF
      Y = Y*Y
      END
!=== equivalence of nothing: dimension before type
! routine = "dimtyp"
! arguments = ["a: float64(4)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
      SUBROUTINE DIMTYP(A, S)
      DIMENSION A(0:3), L(2)
      REAL*8 A, S
      L(1) = 1
      L(2) = 3
      S = A(0)*A(1)**L(1) + A(2)*A(3)**L(2)
      END
!=== equivalence: rows and columns, complex numbers and their parts
! routine = "equiva"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 3 }
      SUBROUTINE EQUIVA(N, X, Y)
      REAL*8 X(N), Y, A(6), B(2,3), C(3), T, ZR(4)
      COMPLEX*16 Z(2)
      EQUIVALENCE (A(1),B(1,1)), (A(4),C(1))
      EQUIVALENCE (Z,ZR)
      DO 10 I = 1, 3
      B(1,I) = X(I)**2
   10 B(2,I) = X(I)*2
      T = C(2)*A(1) + A(2)*C(1)
      A(5) = A(5)*3
      Z(1) = (1D0,2D0)*X(1)
      Z(2) = Z(1)*Z(1)
      ZR(3) = ZR(3)*X(2)
      CALL EQUIVS(A(2), B(1,3))
      Y = T + B(1,3)*C(3) + DBLE(Z(2))*DIMAG(Z(2)) + A(2)
      END
      SUBROUTINE EQUIVS(U, V)
      REAL*8 U, V, A(2), C, G(4), G0(2), G1(2)
      EQUIVALENCE (A(2),C), (G0,G(1)), (G1,G(3))
      DATA G0 /1D0, 2D0/, G1 /3D0, 4D0/
      A(1) = U*G(2)
      C = V*G(3)
      U = A(2)**2
      V = A(1)*U
      END
!=== equivalence with common, beyond its end
! routine = "equivc"
! arguments = ["x: float64(3)", "y: float64 out", "r: float64(7) outside"]
! declarations = """
! double precision :: r(7)
! common /equivb/ r
! """
! wrt = ["x", "r"]
! of = ["y", "r"]
      SUBROUTINE EQUIVC(X, Y)
      REAL*8 X(3), Y, P(4), Q(2), R, S, T
      COMMON /EQUIVB/ R(3), S(2), T
      EQUIVALENCE (P(1),S(1)), (Q(1),R(3))
      P(4) = X(1)*T
      Y = P(1)*S(1) + P(4) + P(3)*T + Q(2)*Q(1)
      DO 10 I = 1, 3
   10 Y = Y + X(I)*R(I)*P(I)
      S(2) = Y*Q(1)
      END
!=== do with real step left out, negative step, zero trips
! routine = "trips"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["b"]
! sizes = { n = 8 }
! edges = [{ n = 1 }, { n = 2 }]
      SUBROUTINE TRIPS(N, A, B)
      REAL*8 A(N), B(N)
      DO 10 I = N - 1, 1, -1
   10 B(I) = B(I+1)*A(I)
      DO 20 I = N, 1, -3
   20 B(I) = B(I) + A(I)**2
      DO 30 I = 3, 2
   30 B(I) = 0
      DO 50 I = 1, N
      N2 = N/2
      DO 50 J = I, N2
   50 B(J) = B(J)*A(I)
      I = I + 0
      B(1) = B(1)*I
      END
!=== continue, pause of nothing, and end do
! routine = "enddos"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
      SUBROUTINE ENDDOS(N, A, S)
      REAL*8 A(N), S
      S = 1
      I = 1
      DO WHILE (S .LT. 50D0)
        S = S*(1 + A(1))
        I = I + 1
      END DO
      S = S*I
      DO 20, J = 1, N
        S = S + A(J)
20    END DO
      END
!=== nearly everything old at once
! routine = "oldall"
! either = true
! arguments = ["n: int32", "x: float32(n)", "y: float32(n)", "s: float32 out", "eps: float32 outside"]
! declarations = """
! real :: eps
! common /tol/ eps
! """
! wrt = ["x", "y", "eps"]
! of = ["s", "y"]
! sizes = { n = 6 }
      SUBROUTINE OLDALL(N,X,Y,S)
      DIMENSION X(1),Y(1)
      COMMON/TOL/EPS
      LOGICAL SMALL
      DATA ZERO/0./,ONE/1./
      CUBE(T)=T*T*T
      SMALL=.FALSE.
      S=ZERO
      I=0
   10 IF(I.GT.N-1)GOTO 60
      I=I+1
      D=X(I)-Y(I)
      IF(ABS(D)-EPS)20,20,30
   20 SMALL=.TRUE.
      S=S+D*D/(2.*EPS)
      GOTO 40
   30 S=S+ABS(D)-EPS/2.
   40 IF(SMALL)Y(I)=CUBE(X(I))
      SMALL=.FALSE.
      GOTO 10
   60 IF(S.LE.ONE)RETURN
      S=ALOG(S)+ONE
      RETURN
      END
!=== do variable changed bounds and real constants in data
! routine = "bndchg"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 7 }
      SUBROUTINE BNDCHG(N, A, S)
      REAL*8 A(N), S, C(3)
      DATA C(1), C(3) /1.D0, -2.5E0/, C(2) /.1/
      S = C(2)
      K = N
      J = 1
      DO 10 I = J, K
      K = 2
      J = 5
   10 S = S + A(I)*C(1)*I
      S = S*C(3)
      END
!=== nested statement labels and a jump over a loop
! routine = "ovrlop"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "s: float64 out", "c: float64"]
! wrt = ["a", "c"]
! of = ["s"]
! sizes = { n = 4, m = 3 }
      SUBROUTINE OVRLOP(N, M, A, S, C)
      REAL*8 A(N,M), S, C
      S = C
      IF (C .GT. 10.D0) GO TO 40
      DO 30 J = 1, M
        IF (A(1,J) .LT. 0.5D0) GO TO 20
        DO 10 I = 1, N
          IF (A(I,J) .LT. 0.4D0) GO TO 30
   10     S = S + A(I,J)**2
        GO TO 30
   20   S = S*A(2,J)
   30 CONTINUE
      IF (S .LT. C) GO TO 50
   40 S = S*C
   50 CONTINUE
      END
!=== a step of sizes
! routine = "strided"
! arguments = ["n: int32", "m: int32", "a: float64(n*m)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 9, m = 2 }
! either = true
      SUBROUTINE STRIDED(N, M, A, S)
      REAL*8 A(N*M), S
      S = 0
      DO 40 I = 1, N, M
   40 S = S + A(I)**2
      DO 50 I = 1, N*M, N + 1
   50 S = S*A(I)
      END
!=== a counter in a loop that data ends
! routine = "tilbig"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 6 }
! either = true
      SUBROUTINE TILBIG(N, A, S)
      REAL*8 A(N), S
      S = 1
      I = 1
      DO WHILE (I .LE. N .AND. S .LT. 50D0)
        S = S*(1 + A(I))
        I = I + 1
      END DO
      END
!=== old style in a counted loop
! routine = "oldcnt"
! arguments = ["n: int32", "x: float32(n)", "y: float32(n)", "s: float32 out", "eps: float32 outside"]
! declarations = """
! real :: eps
! common /tol/ eps
! """
! wrt = ["x", "y", "eps"]
! of = ["s", "y"]
! sizes = { n = 6 }
      SUBROUTINE OLDCNT(N,X,Y,S)
      DIMENSION X(1),Y(1)
      COMMON/TOL/EPS
      LOGICAL SMALL
      DATA ZERO/0./,ONE/1./
      CUBE(T)=T*T*T
      SMALL=.FALSE.
      S=ZERO
      DO 50 I=1,N
      D=X(I)-Y(I)
      IF(ABS(D)-EPS)20,20,30
   20 SMALL=.TRUE.
      S=S+D*D/(2.*EPS)
      GOTO 40
   30 S=S+ABS(D)-EPS/2.
   40 IF(SMALL)Y(I)=CUBE(X(I))
      SMALL=.FALSE.
   50 CONTINUE
   60 IF(S.LE.ONE)RETURN
      S=ALOG(S)+ONE
      RETURN
      END
!=== loops over reals
! routine = "steps"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 3 }
      SUBROUTINE STEPS(N, X, Y)
      INTEGER N
      DOUBLE PRECISION X(N), Y, T, U
      Y = 0
      DO 10 T = X(1), X(2)*5, 0.25D0
         IF (T .GT. 3.D0) GO TO 20
         IF (T .LT. 1.D0) GO TO 10
         CALL ADDSIN(T, X(2), Y)
   10 CONTINUE
   20 Y = Y + T*X(3)
      DO 30 U = 1D0, 0D0, -0.1D0
         Y = Y + U*X(1)
   30 CONTINUE
      Y = Y*U
      DO 40 U = 5.D0, 4.D0
   40 Y = Y + X(1)*U
      Y = Y*U
      DO T = 0D0, 1, 0.1
         DO U = 0D0, T, 0.5D0
            IF (U*T .GT. X(2)) CYCLE
            Y = Y + (U + 1)*T*X(2)
         END DO
      END DO
      END
      SUBROUTINE ADDSIN(T, A, Y)
      DOUBLE PRECISION T, A, Y
      Y = Y + A*T*SIN(A*T)
      END

!=== a block of a matrix with its leading dimension
! routine = "blockm"
! arguments = ["lda: int32", "n: int32", "a: float64(lda,n)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["a"]
! sizes = { lda = 7, n = 5 }
      SUBROUTINE BLOCKM(LDA, N, A, B)
      REAL*8 A(LDA,*), B(*)
      CALL RANKUP(LDA, N - 2, 2, A(3,2), A(1,1), B(2))
      CALL RANKUP(LDA, 2, N - 1, A, A(3,1), B)
      END
      SUBROUTINE RANKUP(LDC, M, N, C, X, Y)
      REAL*8 C(LDC,*), X(LDC,*), Y(*)
      DO 10 J = 1, N
      DO 10 I = 1, M
   10 C(I,J) = C(I,J) + X(2,I)*Y(J)
      END
!=== vectors with increments as in BLAS
! routine = "incvec"
! arguments = ["n: int32", "m: int32", "a: float64(m,n)", "x: float64(2*n)", "y: float64(n)"]
! wrt = ["a", "x", "y"]
! of = ["y", "x"]
! sizes = { n = 4, m = 3 }
      SUBROUTINE INCVEC(N, M, A, X, Y)
      REAL*8 A(M,N), X(2*N), Y(N), DOTP
      CALL AXPYI(N, 2.D0, A(2,1), M, Y, 1)
      CALL AXPYI(N, A(1,1), X, 2, Y, -1)
      Y(1) = DOTP(N, A(3,1), M, X(2), 2)
      CALL SCALI(M, X(1), A(1,2), X, 1)
      END
      SUBROUTINE AXPYI(N, DA, DX, INCX, DY, INCY)
      DOUBLE PRECISION DX(*), DY(*), DA
      INTEGER I, INCX, INCY, IX, IY, N
      IF (N .LE. 0) RETURN
      IF (INCX .EQ. 1 .AND. INCY .EQ. 1) GO TO 20
      IX = 1
      IY = 1
      IF (INCX .LT. 0) IX = (-N + 1)*INCX + 1
      IF (INCY .LT. 0) IY = (-N + 1)*INCY + 1
      DO 10 I = 1, N
        DY(IY) = DY(IY) + DA*DX(IX)
        IX = IX + INCX
        IY = IY + INCY
   10 CONTINUE
      RETURN
   20 DO 30 I = 1, N
        DY(I) = DY(I) + DA*DX(I)
   30 CONTINUE
      END
      DOUBLE PRECISION FUNCTION DOTP(N, X, INCX, Y, INCY)
      DOUBLE PRECISION X(*), Y(*)
      DOTP = 0
      DO 10 I = 1, N
   10 DOTP = DOTP + X(1 + (I-1)*INCX)*Y(1 + (I-1)*INCY)
      END
      SUBROUTINE SCALI(N, A, X, Y, INC)
      DOUBLE PRECISION A, X(*), Y(*)
      DO 10 I = 2, N, INC
   10 Y(I) = A*X(I)
      END
!=== a plane of a cube for a matrix
! routine = "planes"
! arguments = ["n: int32", "m: int32", "l: int32", "c: float64(n,m,l)", "s: float64(l)"]
! wrt = ["c"]
! of = ["c", "s"]
! sizes = { n = 3, m = 4, l = 5 }
      SUBROUTINE PLANES(N, M, L, C, S)
      REAL*8 C(N,M,L), S(L)
      DO 10 K = 1, L
   10 CALL PLANE1(N, M, C(1,1,K), S(K))
      CALL PLANE1(N, 2, C(1,2,3), S(1))
      END
      SUBROUTINE PLANE1(N, M, P, T)
      REAL*8 P(N,M), T
      T = 0
      DO 10 J = 1, M
      DO 10 I = 1, N
      T = T + P(I,J)**2
   10 IF (I .EQ. J) P(I,J) = T
      END
!=== common variables that straddle those of another unit
! routine = "strads"
! arguments = ["t: float64", "r: float64 out", "x: float64(6) outside", "z: float64 outside"]
! declarations = """
! double precision :: x(6), z
! common /st/ x, z
! """
! wrt = ["t", "x", "z"]
! of = ["r", "x", "z"]
      SUBROUTINE STRADS(T, R)
      IMPLICIT REAL*8 (A-H,O-Z)
      COMMON /ST/ X(4), Y(2), Z
      Y(2) = Y(2)*T
      CALL OTHER1
      R = X(3)*Y(1) + Z
      CALL OTHER2(R)
      END
      SUBROUTINE OTHER1
      IMPLICIT REAL*8 (A-H,O-Z)
      COMMON /ST/ U(2), V(4), W
      DO 10 I = 1, 4
   10 V(I) = V(I)**2*U(1)
      W = W*V(3) + V(1)
      END
      SUBROUTINE OTHER2(R)
      IMPLICIT REAL*8 (A-H,O-Z)
      COMMON /ST/ G(2,3), W
      R = R*G(2,2) + G(1,3)*W
      G(2,3) = R
      END
!=== conditions that guard subscripts
! routine = "guards"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 6 }
      SUBROUTINE GUARDS(N, A, S)
      REAL*8 A(N), S
      S = 0
      DO 10 I = 1, N
      IF (I .GT. 1 .AND. A(MAX(I-1,1)) .GT. 0.9D0) S = S + A(I)
      IF (I .LT. N) THEN
        IF (A(I+1) .GT. 0.8D0) S = S + A(I)*A(I+1)
      ENDIF
   10 CONTINUE
      END
!=== a guard and a subscript in one condition
! routine = "guard1"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 6 }
! either = true
      SUBROUTINE GUARD1(N, A, S)
      REAL*8 A(N), S
      S = 0
      DO 10 I = 1, N
      IF (I .GT. 1 .AND. A(I-1) .GT. 0.9D0) S = S + A(I)
   10 CONTINUE
      END
!=== statement functions see variables as they are
! routine = "stmvar"
! arguments = ["x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
      SUBROUTINE STMVAR(X, Y)
      REAL*8 X, Y, C, F, T, G, U
      F(T) = C*T + X
      G(U) = F(U)*U
      C = X
      Y = F(2.D0)
      C = Y
      Y = F(Y)*C + G(3.D0)
      C = 1.D0
      Y = Y + F(X*X)
      END
!=== elements that a callee leaves alone
! routine = "partly"
! arguments = ["n: int32", "a: float64(n)", "b: float64(n)"]
! wrt = ["a", "b"]
! of = ["b"]
! sizes = { n = 6 }
      SUBROUTINE PARTLY(N, A, B)
      REAL*8 A(N), B(N), W(10)
      DO 5 I = 1, N
    5 W(I) = B(I)**2
      CALL EVENS(N, A, W)
      CALL EVENS(N - 3, W(4), B)
      DO 10 I = 1, N
   10 B(I) = B(I)*W(I)
      END
      SUBROUTINE EVENS(N, X, Y)
      REAL*8 X(N), Y(N)
      DO 10 I = 2, N, 2
   10 Y(I) = X(I)*X(1)
      END
!=== returns inside loops of callees
! routine = "retins"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 7 }
      SUBROUTINE RETINS(N, A, S)
      REAL*8 A(N), S, FIRSTB
      S = FIRSTB(N, A, 1.D0)*FIRSTB(N, A, 0.6D0) + FIRSTB(N, A, 9.D0)
      IF (FIRSTB(3, A(2), 0.5D0) .GT. 0.7D0) S = S*A(2)
      END
      REAL*8 FUNCTION FIRSTB(N, A, T)
      REAL*8 A(N), T
      FIRSTB = A(1)**2
      DO 10 I = 2, N
        FIRSTB = FIRSTB*A(I)
        IF (A(I) .GT. T) RETURN
   10 CONTINUE
      FIRSTB = -FIRSTB
      END
!=== integer division in exponents and factors
! routine = "intexp"
! arguments = ["n: int32", "x: float64", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 7 }
      SUBROUTINE INTEXP(N, X, Y)
      REAL*8 X, Y
      Y = X**(1/3) + X**(1./3.) + X*N/2 + N/2*X + X*(N/2) + N/2.*X
      Y = Y + X**(N/3) + (N/4)**2*X - (-N/2)*X + X*(1 - N)/3/2
      Y = Y - X/2/3 - (X - 1 - 2) - 2*X**2 + (-X)*3 - X*(-2) + 2.**3*X
      END
!=== rounding of halves
! routine = "halfrd"
! arguments = ["a: float64(8)", "b: float64(8)", "c: float64(8)"]
! wrt = ["b"]
! of = ["c"]
! inputs = { a = { values = [0.5, 1.5, 2.5, -0.5, -2.5, -1.5, 3.0, 0.0] } }
      SUBROUTINE HALFRD(A, B, C)
      REAL*8 A(8), B(8), C(8)
      DO 10 I = 1, 8
      C(I) = B(I)*(NINT(A(I)) + 10*ANINT(A(I)) + 100*INT(A(I)))
     1  + 1000*B(I)*(AINT(A(I)) + 10*FLOOR(A(I)) + 100*CEILING(A(I)))
   10 C(I) = C(I) + SIGN(B(I), A(I))*1.D6 + B(I)*MOD(A(I), 2.D0)*1.D7
     1  + B(I)*MODULO(A(I), 2.D0)*1.D8 + B(I)*MODULO(A(I), -2.D0)*1.D9
      END
!=== names that mean something elsewhere
! routine = "double"
! arguments = ["e: int32", "i: int32", "int: float64(e)", "lambda: float64(e,i)", "static: float64 out", "pi: float64", "gamma: float64"]
! wrt = ["int", "lambda", "pi", "gamma"]
! of = ["static", "lambda"]
! sizes = { e = 3, i = 4 }
      SUBROUTINE DOUBLE(E, I, INT, LAMBDA, STATIC, PI, GAMMA)
      INTEGER E, I, O, S, Q
      REAL*8 INT(E), LAMBDA(E,I), STATIC, PI, GAMMA, SHORT, SUM, I1
      REAL*8 ABS, CLASS(3), VALUE, ZETA, MEMCPY, PI_BAR
      STATIC = 0
      DO 10 O = 1, E
      CLASS(1) = INT(O)*PI
      DO 10 S = 1, I
      SHORT = CLASS(1)*LAMBDA(O,S)
      SUM = SHORT + GAMMA
      ABS = -SUM
      VALUE = ABS*PI
      ZETA = EXP(VALUE*0.1D0)
      MEMCPY = ZETA*ZETA
      PI_BAR = MEMCPY + PI
      I1 = PI_BAR
      LAMBDA(O,S) = I1
   10 STATIC = STATIC + I1*SHORT
      END
!=== functions in conditions
! routine = "fcond"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 6 }
      SUBROUTINE FCOND(N, A, S)
      REAL*8 A(N), S, HALF
      LOGICAL LARGE
      S = 1
      DO 10 I = 1, N
      IF (HALF(A(I)) .GT. 0.3D0 .AND. .NOT. LARGE(S))
     1  S = S + HALF(S*A(I))
      IF (LARGE(A(I)) .OR. LARGE(S) .AND. I .GT. 2) S = S*A(I)
   10 CONTINUE
      DO WHILE (HALF(S) .LT. 10.D0)
      S = S*(1.D0 + HALF(S))
      END DO
      END
      REAL*8 FUNCTION HALF(X)
      REAL*8 X
      HALF = X/2
      END
      LOGICAL FUNCTION LARGE(X)
      REAL*8 X
      LARGE = X .GT. 1.1D0
      END
!=== zero sizes
! routine = "zeros"
! arguments = ["n: int32", "m: int32", "a: float64(n,m)", "x: float64(m)", "y: float64(n)", "s: float64 out"]
! wrt = ["a", "x"]
! of = ["y", "s"]
! sizes = { n = 3, m = 4 }
! edges = [{ m = 1 }, { n = 1 }]
      SUBROUTINE ZEROS(N, M, A, X, Y, S)
      REAL*8 A(N,M), X(M), Y(N), S
      S = SUM(X(2:M)) + PRODUCT(A(1,2:M)) + SUM(A(2:N,1)) + X(1)
      DO 10 I = 1, N
      Y(I) = DOT_PRODUCT(A(I,2:M), X(1:M-1))
      Y(I) = Y(I) + MAXVAL(A(I,1:M)) - MINVAL(A(1:I,M))
   10 CONTINUE
      END
!=== arithmetic if with a function that changes common
! routine = "arif"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out", "c: float64 outside"]
! declarations = """
! real(8) :: c
! common /blk/ c
! """
! wrt = ["a", "c"]
! of = ["s", "c"]
! sizes = { n = 5 }
      SUBROUTINE ARIF(N, A, S)
      REAL*8 A(N), S, C, BUMP
      COMMON /BLK/ C
      S = 0
      DO 40 I = 1, N
      IF (BUMP(A(I)) - 0.8D0) 10, 20, 30
   10 S = S + A(I)*C
      GOTO 40
   20 S = 99
      GOTO 40
   30 S = S*C + A(I)**2
   40 CONTINUE
      END
      REAL*8 FUNCTION BUMP(X)
      REAL*8 X, C
      COMMON /BLK/ C
      C = C*1.25D0 + X
      BUMP = X
      END
!=== computed goto with a function as selector
! routine = "cgoto"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out", "c: float64 outside"]
! declarations = """
! real(8) :: c
! common /blk/ c
! """
! wrt = ["a", "c"]
! of = ["s", "c"]
! sizes = { n = 7 }
      SUBROUTINE CGOTO(N, A, S)
      REAL*8 A(N), S, C
      INTEGER PICK
      COMMON /BLK/ C
      S = 0
      DO 40 I = 1, N
      GO TO (10, 20, 30), PICK(I, A(I))
      S = S + 7*C
      GOTO 40
   10 S = S + A(I)*C
   20 S = S*A(I)
      GOTO 40
   30 S = S*C + A(I)**2
   40 CONTINUE
      END
      INTEGER FUNCTION PICK(I, X)
      REAL*8 X, C
      COMMON /BLK/ C
      C = C*X
      PICK = MOD(I, 4)
      END
!=== loop bounds by a function that changes common
! routine = "lpeff"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out", "c: float64 outside"]
! declarations = """
! real(8) :: c
! common /blk/ c
! """
! wrt = ["a", "c"]
! of = ["s", "c"]
! sizes = { n = 5 }
      SUBROUTINE LPEFF(N, A, S)
      REAL*8 A(N), S, C
      COMMON /BLK/ C
      INTEGER LIM
      S = 0
      K = 0
      DO 40 I = 1, LIM(N)
      S = S + A(I)*C
      K = K + 2
   40 CONTINUE
      S = S*I + K*C
      DO 50 J = LIM(2), LIM(N)
      S = S + A(J)
   50 N1 = J
      S = S*N1
      END
      INTEGER FUNCTION LIM(N)
      REAL*8 C
      COMMON /BLK/ C
      C = C*1.25D0
      LIM = N - 1
      END
!=== arrays of other leading extents
! routine = "leads"
! arguments = ["n: int32", "a: float64(n,n+1)", "b: float64(3*n)"]
! wrt = ["a", "b"]
! of = ["a", "b"]
! sizes = { n = 4 }
      SUBROUTINE LEADS(N, A, B)
      REAL*8 A(N,N+1), B(3*N), W(7,8)
      CALL LEADS1(2, 3, B(2), A(1,1))
      CALL LEADS2(N, N+1, A, W)
      END
      SUBROUTINE LEADS1(L, M, P, Q)
      REAL*8 P(L,M), Q(0:L-1,-1:*)
      DO 10 J = 1, M
      DO 10 I = 1, L
   10 P(I,J) = P(I,J) + P(L,M)*Q(I-1,J-2)
      END
      SUBROUTINE LEADS2(L, M, P, Q)
      REAL*8 P(L,M), Q(L,*)
      DO 10 J = 1, M
      DO 10 I = 1, L
   10 Q(I,J) = P(I,J)**2
      DO 20 J = 2, M
      DO 20 I = 1, L
   20 P(I,J) = P(I,J) + Q(L,J-1)
      END
!=== letters of either case by their codes
! routine = "either"
! arguments = ["trans: char", "n: int32", "m: int32", "a: float64(n,m)", "x: float64(lx)", "lx: int32", "y: float64(ly)", "ly: int32"]
! wrt = ["a", "x", "y"]
! of = ["y"]
! sizes = { n = 3, m = 4, lx = 5, ly = 6, trans = 78 }
! edges = [{ trans = 110 }, { trans = 65 }, { trans = 114 }]
      SUBROUTINE EITHER(TRANS, N, M, A, X, LX, Y, LY)
      CHARACTER TRANS
      INTEGER N, M, I, J, LENX, LENY, LX, LY
      DOUBLE PRECISION A(N,M), X(LX), Y(LY)
      LOGICAL LALIKE, NOTRAN, TWICE, BIG
      EXTERNAL LALIKE
      NOTRAN = LALIKE(TRANS, 'N')
      IF (NOTRAN) THEN
         LENX = M
         LENY = N
      ELSE
         LENX = N
         LENY = M
      END IF
      DO 5 I = 1, LENY
         Y(I) = Y(I) * X(1) + LENX
    5 CONTINUE
      TWICE = .FALSE.
      BIG = .FALSE.
      IF (NOTRAN) THEN
         DO 20 J = 1, LENX
            DO 10 I = 1, LENY
               Y(I) = Y(I) + A(I,J) * X(J)**2
               TWICE = TWICE .OR. X(J) .GT. 1.9D0
               BIG = BIG .OR. A(I,J) .GT. 1.2D0
   10       CONTINUE
   20    CONTINUE
      ELSE IF (LALIKE(TRANS, 'R')) THEN
         Y(1) = Y(1) * X(LENX) * (ICHAR(TRANS) - IACHAR('a'))
         TWICE = LENX .GT. 1
      ELSE
         Y(2) = Y(2) * A(2,3)
         CALL FLIP(TWICE)
      END IF
      IF (TWICE) Y(LENY) = Y(LENY)**2
      IF (BIG .AND. NOTRAN) Y(1) = Y(1) * X(2)
      END
      SUBROUTINE FLIP(L)
      LOGICAL L
      L = .NOT. L
      END
      LOGICAL FUNCTION LALIKE(CA, CB)
      CHARACTER CA, CB
      INTEGER INTA, INTB, ZCODE
      LALIKE = CA .EQ. CB
      IF (LALIKE) RETURN
      ZCODE = ICHAR('Z')
      INTA = ICHAR(CA)
      INTB = ICHAR(CB)
      IF (ZCODE .EQ. 90) THEN
         IF (INTA .GE. 97 .AND. INTA .LE. 122) INTA = INTA - 32
         IF (INTB .GE. 97 .AND. INTB .LE. 122) INTB = INTB - 32
      END IF
      LALIKE = INTA .EQ. INTB
      END
!=== saved variables that each call sets anew
! routine = "keeper"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 5 }
! edges = [{ n = 1 }]
      SUBROUTINE KEEPER(N, X, Y)
      INTEGER N, I, K
      DOUBLE PRECISION X(N), Y, T, U, W(3), C
      SAVE
      DATA C /1.5D0/
      Y = 0
      DO 10 I = 1, N
         IF (X(I) .GT. 1.6D0) THEN
            T = X(I)**2
            Y = Y + T
         ELSE
            T = C * X(I)
            IF (I .EQ. 2) GOTO 10
            U = T * X(1)
            Y = Y + U
         END IF
   10 CONTINUE
      W = Y * C
      T = W(1) + W(3)
      K = 2
      Y = T * W(2) * K * I
      END
!=== integers in common that routines change for each other
! routine = "orders"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out", "p: float64 outside", "ko: int32 outside", "ki: int32 outside", "left: int32 outside"]
! declarations = """
! double precision :: p
! integer(4) :: ko, ki, left
! common /ordblk/ p, ko, ki
! common /ordown/ left
! """
! wrt = ["x", "p"]
! of = ["y"]
! sizes = { n = 4, ko = 2, ki = 1, left = 7 }
! edges = [{ n = 2, ko = 0, ki = 3, left = 0 }, { n = 3, ko = 5, ki = -1, left = 1 }]
      SUBROUTINE ORDERS(N, X, Y)
      INTEGER N, KO, KI, I
      DOUBLE PRECISION X(N), Y, P, ORDPOW
      COMMON /ORDBLK/ P, KO, KI
      Y = KO*X(1) + ORDPOW(X(2))
      DO 10 I = 1, N
         IF (X(I) .GT. 1.0D0) CALL ORDUP(X(I))
         Y = Y*(1 + 0.1D0*ORDPOW(X(I))) + KI
   10 CONTINUE
      IF (KO .GT. 3) THEN
         KO = 1
         CALL ADDTWO(KI)
      END IF
      Y = Y + KI*P*ORDPOW(X(1))
      END
      SUBROUTINE ORDUP(V)
      INTEGER KPOW, KCALLS
      DOUBLE PRECISION V, P
      COMMON /ORDBLK/ P, KPOW, KCALLS
      KPOW = MOD(KPOW + 1, 3)
      V = V*P
      CALL ORDCNT
      END
      SUBROUTINE ORDCNT
      INTEGER K1, K2
      DOUBLE PRECISION P
      COMMON /ORDBLK/ P, K1, K2
      IF (K1 .EQ. 2) RETURN
      K2 = K2 + K1 + 1
      END
      SUBROUTINE ADDTWO(K)
      INTEGER K
      K = K + 2
      END
      DOUBLE PRECISION FUNCTION ORDPOW(V)
      INTEGER KO, KI, I, LEFT
      DOUBLE PRECISION V, P
      COMMON /ORDBLK/ P, KO, KI
      COMMON /ORDOWN/ LEFT
      ORDPOW = P
      LEFT = KO
      DO 20 I = 1, LEFT
         ORDPOW = ORDPOW*V
   20 CONTINUE
      END
!=== names for room in common that a unit passes over
! routine = "roomy"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out", "rma: float64(3) outside", "rmb: float64 outside", "rmc: float64 outside", "kra: int32 outside", "krb: int32 outside"]
! declarations = """
! double precision :: rma(3), rmb, rmc
! integer(4) :: kra, krb
! common /rooms/ rma, rmb, rmc, kra, krb
! """
! wrt = ["x", "rma", "rmb", "rmc"]
! of = ["y", "rmc"]
! sizes = { n = 4, kra = 2, krb = 1 }
      SUBROUTINE ROOMY(N, X, Y)
      INTEGER N, KRA, KRB, I
      DOUBLE PRECISION X(N), Y, RMA(3), RMB, RMC
      COMMON /ROOMS/ RMA, RMB, RMC, KRA, KRB
      Y = RMB*RMA(KRA)
      DO 10 I = 1, N
         CALL FILLIN(X(I), I)
         Y = Y + RMA(1)*RMA(3)*X(I)**KRB
   10 CONTINUE
      RMC = RMC*Y
      END
      SUBROUTINE FILLIN(V, I)
      INTEGER I, IDUM(2)
      DOUBLE PRECISION V, RMA(3), SDUM(2)
      COMMON /ROOMS/ RMA, SDUM, IDUM
      RMA(MOD(I, 3) + 1) = V*RMA(1)
      CALL LASTLY
      END
      SUBROUTINE LASTLY
      DOUBLE PRECISION FRONT(4), RMC
      COMMON /ROOMS/ FRONT, RMC
      RMC = RMC*1.5D0
      END
!=== an error number that nobody asks for, handed back by two calls in one expression
! routine = "unasked"
! arguments = ["n: int32", "x: float64(n)", "y: float64"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 3 }
! inputs = { x = { low = 0.5, high = 1.5 } }
      SUBROUTINE UNASKED(N, X, Y)
      INTEGER N, IDUM, NONE
      REAL*8 X(N), Y, LNSUM
      Y = LNSUM(X(1) + 1.D0, IDUM) - LNSUM(X(2), IDUM)*
     &    LNSUM(LNSUM(X(3), NONE)**2 + 1.D0, IDUM)
      IF (LNSUM(X(1), NONE) .GT. LNSUM(X(2), NONE)) Y = 2*Y
      END
      REAL*8 FUNCTION LNSUM(X, IERR)
      REAL*8 X
      INTEGER IERR
      LNSUM = 0.D0
      IERR = 0
      IF (X .LE. 0.D0) GO TO 20
      LNSUM = LOG(X + X**2)
      IF (X .LE. 1.D0) RETURN
      IERR = 2
      LNSUM = LNSUM*X
      RETURN
   20 IERR = 1
      END
!=== places counted in twos, in a loop whose end an array holds
! routine = "twofld"
! arguments = ["n: int32", "l: int32", "k: int32(4)", "e: float64(n)", "t: float64", "q: float64"]
! wrt = ["e", "t"]
! of = ["q"]
! sizes = { n = 6, l = 2 }
! inputs = { k = { low = 2, high = 6 } }
      SUBROUTINE TWOFLD(N, L, K, E, T, Q)
      INTEGER N, L, K(4), I, J, M
      REAL*8 E(N), T, Q, H(20)
      J = 1
      M = K(L)
      I = K(L)
      DO 10 M = 1, K(L)
         H(J) = E(I)
         J = J + 1
         H(J) = E(M)*T
         J = J + 1
         I = I - 1
   10 CONTINUE
      Q = 0
      DO 20 I = 1, 2*K(L)
   20 Q = Q + EXP(-H(I)/T)
      END

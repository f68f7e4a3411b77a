!=== goto loops that test at the end run once at least
! routine = "golate"
! arguments = ["n: int32", "x: float64(7)", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 5 }
! edges = [{ n = 1 }, { n = 0 }, { n = -3 }]
      SUBROUTINE GOLATE(N, X, F)
      INTEGER N, J
      DOUBLE PRECISION X(7), F
      F = 1.0D0
      J = 1
   70 CONTINUE
         F = F*X(J) + SIN(X(J + 1))
         J = J + 1
      IF (J .LE. N) GO TO 70
      F = F*J*X(7)
      END
!=== goto loops that test at the head
! routine = "gohead"
! arguments = ["n: int32", "x: float64(n)", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 6 }
! edges = [{ n = 1 }, { n = 3 }]
      SUBROUTINE GOHEAD(N, X, F)
      INTEGER N, J, K
      DOUBLE PRECISION X(N), F
      F = 1.0D0
      J = N
   10 IF (1 .GT. J) GO TO 30
         IF (X(J) .LT. 0.0D0) GO TO 20
         F = F*X(J)
   20 J = J - 2
      GO TO 10
   30 K = 1
   40 IF (K .LT. N) THEN
         F = F + J*X(K)*X(K + 1)
         K = K + 1
         GO TO 40
      END IF
      F = F*(K + 1)
      END
!=== goto loops that step first
! routine = "gostep"
! arguments = ["n: int32", "x: float64(8)", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 0 }, { n = 6 }]
      SUBROUTINE GOSTEP(N, X, F)
      INTEGER N, J, K
      DOUBLE PRECISION X(8), F
      F = 0.0D0
      J = 0
   10 J = J + 2
      IF (J .GT. N) GOTO 20
      F = F + X(J)**3*J
      GOTO 10
   20 K = 0
   30 K = K + 3
      F = F*X(K) + K
      IF (N .GT. K) GOTO 30
      F = F*(J + 10*K)*X(8)
      END
!=== goto loops in each other, with counters and ways out
! routine = "gonest"
! arguments = ["n: int32", "x: float64(n)", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 4 }
! edges = [{ n = 1 }, { n = 2 }]
! also = [{ x = { low = 0.9, high = 1.0 } }]
      SUBROUTINE GONEST(N, X, F)
      INTEGER N, I, J, K
      DOUBLE PRECISION X(N), F
      F = 0.5D0
      K = 0
      I = 1
   10 CONTINUE
      J = I
   20 CONTINUE
      K = K + 1
      F = F + X(I)*X(J)/K
      IF (F .GT. 2.0D0) GO TO 90
      J = J + 1
      IF (J .LE. N) GO TO 20
      I = I + 1
      IF (I .LE. N) GO TO 10
   90 F = F*(I + 10*J)*X(1)
      END
!=== goto loops whose bound or counter changes stay whiles
! routine = "gochng"
! arguments = ["n: int32", "x: float64(8)", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 5 }
! edges = [{ n = 1 }, { n = 8 }]
      SUBROUTINE GOCHNG(N, X, F)
      INTEGER N, J, M
      DOUBLE PRECISION X(8), F
      F = 1.0D0
      M = N
      J = 1
   10 CONTINUE
      F = F*X(J)
      M = M - 1
      J = J + 1
      IF (J .LE. M) GO TO 10
      J = 1
   20 CONTINUE
      F = F + X(1)**2
      IF (X(2) .GT. 100.0D0) J = J + 1
      J = J + 1
      IF (J .LE. N) GO TO 20
      END
!=== tables that a first call has made by procedures
! routine = "series"
! arguments = ["n: int32", "x: float64(n)", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 3 }
! edges = [{ n = 1 }]
      SUBROUTINE SERIES(N, X, F)
      INTEGER N, I, NTERMS, MTERMS
      DOUBLE PRECISION X(N), F, C(6), XMIN, XMAX, EPS, SHORT, CHEB
      LOGICAL FIRST
      EXTERNAL SHORT
      SAVE C, NTERMS, MTERMS, XMIN, XMAX, EPS, FIRST
      DATA C /1.0D0, 0.5D0, 0.25D0, 1.0D-2, 1.0D-9, 0.0D0/
      DATA FIRST /.TRUE./, MTERMS /0/
      IF (FIRST) THEN
         NTERMS = INT(SHORT(C, 6, 1.0E-4))
         CALL LIMITS(XMIN, XMAX)
         EPS = SQRT(XMAX)*C(2)
      END IF
      FIRST = .FALSE.
      IF (MTERMS .NE. 0) GO TO 10
      MTERMS = INT(SHORT(C, 6, 1.0E-2))
   10 CONTINUE
      F = 0.0D0
      DO 40 I = 1, N
         IF (X(I) .GT. XMAX) GO TO 30
         F = F + CHEB(X(I), C, NTERMS) + EPS*CHEB(X(I)**2, C, MTERMS)
         GO TO 40
   30    F = F + XMIN*X(I)
   40 CONTINUE
      END
      DOUBLE PRECISION FUNCTION SHORT(C, N, TOL)
      INTEGER N, I
      DOUBLE PRECISION C(*)
      REAL TOL, ERR
      ERR = 0
      DO 10 I = N, 1, -1
         ERR = ERR + ABS(REAL(C(I)))
         IF (ERR .GT. TOL) GO TO 20
   10 CONTINUE
   20 SHORT = I
      END
      SUBROUTINE LIMITS(XMIN, XMAX)
      DOUBLE PRECISION XMIN, XMAX
      XMIN = 0.125D0
      XMAX = 1.25D0*(1 + XMIN)
      END
      DOUBLE PRECISION FUNCTION CHEB(X, C, N)
      INTEGER N, I
      DOUBLE PRECISION X, C(N), B0, B1, B2
      B1 = 0
      B0 = 0
      DO 10 I = 1, N
         B2 = B1
         B1 = B0
         B0 = 2*X*B1 - B2 + C(N + 1 - I)
   10 CONTINUE
      CHEB = 0.5D0*(B0 - B2)
      END
!=== gotos that cross each other, out of a loop too: a loop over parts
! routine = "gopart"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
! inputs = { x = { low = 0.5, high = 1.5 } }
      SUBROUTINE GOPART(N, X, Y)
      REAL*8 X(N), Y
      Y=0
      I=0
      M=0
      IF (X(1).GT.X(2)) GO TO 30
   10 I=I+1
      Y=Y+X(1)*I
      IF (Y.GT.5) GO TO 40
   20 Y=Y*X(2)+0.3D0
      M=M+1
      IF (M.GT.9) GO TO 50
      IF (Y.GT.3) GO TO 40
      DO 25 K=1,N
      Y=Y+0.1D0*X(K)
      IF (Y.GT.2.5) GO TO 10
   25 CONTINUE
      IF (I.GT.6) GO TO 50
      GO TO 10
   30 Y=Y+X(1)*X(2)
      M=M+1
      IF (M.GT.9) GO TO 50
      IF (Y.GT.1) GO TO 20
      GO TO 10
   40 Y=Y-X(1)
      IF (I.LT.4) GO TO 30
      Y=Y/3
   50 Y=Y*Y
      END
!=== a loop that goes to assigned labels
! routine = "goassn"
! arguments = ["n: int32", "x: float64(8)", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { n = 6 }
! edges = [{ n = 1 }, { n = 0 }]
      SUBROUTINE GOASSN(N, X, F)
      INTEGER N, I, NEXT
      DOUBLE PRECISION X(8), F
      ASSIGN 30 TO NEXT
      F = X(8)**2
      I = 0
   20 I = I + 1
      IF (I .GT. N) RETURN
      GO TO NEXT, (30, 50, 70, 50)
   30 ASSIGN 70 TO NEXT
      F = F + SIN(X(I))
      IF (X(I) .GT. 1.0D0) ASSIGN 50 TO NEXT
      GO TO 20
   50 F = F*X(I)
      ASSIGN 30 TO NEXT
      GO TO NEXT (70, 30)
   70 F = F - X(I)**3
      ASSIGN 50 TO NEXT
      GO TO 20
      END
!=== EXIT and CYCLE of loops around those that GOTOs make
! routine = "goexit"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n) inout"]
! wrt = ["x", "y"]
! of = ["y"]
! sizes = { n = 6 }
! inputs = { x = { low = 0.4, high = 1.6 }, y = { low = 0.5, high = 1.5 } }
! also = [{ x = { low = 1.2, high = 1.3 } }, { x = { low = 0.2, high = 0.6 } }]
! edges = [{ n = 1 }]
      SUBROUTINE GOEXIT(N, X, Y)
      INTEGER N, I, J, K, L
      REAL*8 X(N), Y(N), T
      DO I = 1, N
        T = X(I)
        K = 0
   10   T = T*X(I) + 0.5D0
        K = K + 1
        IF (T .GT. 4.D0) CYCLE
        IF (K .GT. 6) EXIT
        Y(I) = Y(I) + T*T
        IF (T .LT. 2.D0) GO TO 10
        Y(I) = Y(I)*T
      END DO
C     A LOOP THAT COUNTS, LEFT FOR THE ONE AROUND IT; THE COUNTER AND
C     THE VARIABLE OF DO ARE READ BEHIND THEM
      OUTER: DO I = 1, N
        J = 0
        DO WHILE (J .LT. 3)
          J = J + 1
          L = 1
   20     CONTINUE
          Y(I) = Y(I) + 0.1D0*L*X(MIN(J, N))*X(MIN(L, N))
          IF (Y(I) .GT. 6.D0) EXIT
          IF (Y(I) .GT. 3.D0 .AND. L .EQ. 2) CYCLE
          IF (Y(I) .GT. 9.D0) CYCLE OUTER
          L = L + 1
          IF (L .LE. 4) GO TO 20
          Y(I) = Y(I)*X(I)
        END DO
        Y(I) = Y(I) + X(I)*(J + 0.5D0*L)
      END DO OUTER
      IF (N .GT. 0) Y(1) = Y(1)*I
C     GOTOS THAT CROSS EACH OTHER, AND A LOOP INSIDE THAT HAS AN EXIT OF
C     ITS OWN
      DO I = 1, N
        K = 0
        IF (X(I) .GT. 1.D0) GO TO 40
   30   Y(I) = Y(I)*0.7D0 + X(I)
        K = K + 1
        IF (K .GT. 3) CYCLE
   40   DO L = 1, N
          IF (L .EQ. 2) CYCLE
          IF (L .GT. 3) EXIT
          Y(I) = Y(I) + 0.2D0*X(L)
        END DO
        K = K + 1
        SELECT CASE (K)
        CASE (5:)
          EXIT
        CASE (4)
          CYCLE
        END SELECT
        IF (Y(I) .GT. 2.D0) GO TO 30
        IF (K .LT. 3) GO TO 40
      END DO
      IF (N .GT. 1) Y(2) = Y(2)*I
      END

!=== computed GOTOs, arithmetic IFs and rows of IFs with GOTO
! routine = "cg2"
! arguments = ["k: int32", "m: int32", "n: int32", "x: float64(n)", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { k = 2, m = 3, n = 4 }
! edges = [{ k = 1 }, { k = 3, m = 1 }, { k = 4 }, { k = 5 }, { k = 6 }, { k = 0 }, { k = 7 }]
      SUBROUTINE CG2(K, M, N, X, F)
      INTEGER K, M, N, I, L
      DOUBLE PRECISION X(N), F, T
      F = 0.0D0
      T = X(1)
      L = K
      DO 90 I = 2, N
         GO TO (10, 20, 30, 20, 40, 90), L
         F = F + 0.5D0*X(I)
         GO TO 80
   10    F = F + X(I)**2
         IF (I .EQ. 3) GO TO 90
         GO TO 80
   20    F = F + X(I)*X(I-1)
         L = 1
   30    T = T*X(I)
         GO TO (31, 32, 33), M
   31    F = F + T
         GO TO 80
   32    F = F + 2.0D0*T
   33    F = F - 3.0D0*T*T
         GO TO 80
   40    IF (T - 0.5D0) 50, 60, 70
   50    T = SIN(X(I))
   60    F = F + T
         GO TO 80
   70    F = F + EXP(-T)
   80    F = F*1.5D0
   90 CONTINUE
      IF (K .EQ. 1) GO TO 100
      IF (K .EQ. 2) GO TO 110
      IF (K .EQ. 3) GO TO 120
      IF (K .EQ. 4) GO TO 130
      F = F + X(1)**3
      GO TO 200
  100 F = F*X(1)
      RETURN
  110 F = F + COS(X(1))
  120 F = F*F
      GO TO 200
  130 F = F/(1.0D0 + X(1)**2)
  200 F = F + X(2)
      END
!=== a selection of many cases with ranges and a default
! routine = "sel"
! arguments = ["kind: int32", "n: int32", "x: float64(n)", "f: float64 out"]
! wrt = ["x"]
! of = ["f"]
! sizes = { kind = 4, n = 5 }
! edges = [{ kind = 1 }, { kind = 2 }, { kind = 8 }, { kind = -2 }, { kind = 9 }, { kind = 0 }]
      SUBROUTINE SEL(KIND, N, X, F)
      INTEGER KIND, N, I
      DOUBLE PRECISION X(N), F, R
      F = 1.0D0
      DO I = 2, N
         R = X(I)/(1.0D0 + X(I-1)**2)
         SELECT CASE (KIND)
         CASE (1)
            F = F + R
         CASE (:-1)
            F = F + SIN(R)*F
         CASE (3:5, 8)
            R = R*R
            F = F*R + R
         CASE DEFAULT
            F = F - 0.5D0*R
         CASE (2)
            F = F + EXP(-R)
         END SELECT
      END DO
      END

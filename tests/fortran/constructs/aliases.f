!=== same array for a read and a written dummy
! routine = "aliasa"
! arguments = ["n: int32", "a: float64(n)"]
! wrt = ["a"]
! of = ["a"]
! sizes = { n = 6 }
! either = true
      SUBROUTINE ALIASA(N, A)
      REAL*8 A(N)
      CALL SHIFTS(N, A, A)
      END
      SUBROUTINE SHIFTS(N, X, Y)
      REAL*8 X(N), Y(N)
      DO 10 I = 2, N
   10 Y(I) = Y(I)*X(I-1) + X(I)**2
      END
!=== overlapping element addresses
! routine = "aliasb"
! arguments = ["n: int32", "a: float64(n)"]
! wrt = ["a"]
! of = ["a"]
! sizes = { n = 6 }
! either = true
      SUBROUTINE ALIASB(N, A)
      REAL*8 A(N)
      CALL TWICES(N - 1, A(1), A(2))
      END
      SUBROUTINE TWICES(N, X, Y)
      REAL*8 X(N), Y(N)
      DO 10 I = 1, N
   10 Y(I) = 2*X(I) + Y(I)**2
      END
!=== disjoint parts of one array
! routine = "aliasc"
! arguments = ["n: int32", "a: float64(2*n)"]
! wrt = ["a"]
! of = ["a"]
! sizes = { n = 4 }
      SUBROUTINE ALIASC(N, A)
      REAL*8 A(2*N)
      CALL TWICED(N, A(1), A(N+1))
      CALL TWICED(N - 1, A(N+2), A)
      END
      SUBROUTINE TWICED(N, X, Y)
      REAL*8 X(N), Y(N)
      DO 10 I = 1, N
   10 Y(I) = 2*X(I) + Y(I)**2
      END
!=== one scalar for two dummies
! routine = "aliasd"
! arguments = ["x: float64", "y: float64"]
! wrt = ["x", "y"]
! of = ["x", "y"]
! either = true
      SUBROUTINE ALIASD(X, Y)
      REAL*8 X, Y
      CALL INOUTS(X, X, Y)
      END
      SUBROUTINE INOUTS(A, B, C)
      REAL*8 A, B, C
      A = A*C
      C = A + B
      B = B*C + A
      END
!=== a common variable passed as an argument
! routine = "aliase"
! arguments = ["x: float64", "g: float64 outside"]
! declarations = """
! double precision :: g
! common /cg/ g
! """
! wrt = ["x", "g"]
! of = ["x", "g"]
! either = true
      SUBROUTINE ALIASE(X)
      REAL*8 X, G
      COMMON /CG/ G
      CALL ADDSG(G, X)
      X = X*G
      END
      SUBROUTINE ADDSG(Y, X)
      REAL*8 X, Y, G
      COMMON /CG/ G
      Y = Y + X
      X = X*G
      G = G*Y
      END
!=== one array for two dummies that are only read
! routine = "aliasf"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
      SUBROUTINE ALIASF(N, A, S)
      REAL*8 A(N), S
      CALL DOTS(N, A, A, S)
      CALL DOTS(N - 1, A(1), A(2), S)
      END
      SUBROUTINE DOTS(N, X, Y, S)
      REAL*8 X(N), Y(N), S
      IF (N .EQ. 5) S = 0
      DO 10 I = 1, N
   10 S = S + X(I)*Y(I)
      END
!=== a loop's variable and a dummy
! routine = "aliasg"
! arguments = ["n: int32", "a: float64(n)", "s: float64 out"]
! wrt = ["a"]
! of = ["s"]
! sizes = { n = 5 }
      SUBROUTINE ALIASG(N, A, S)
      REAL*8 A(N), S
      S = 0
      DO 10 I = 1, N
        CALL ADDAI(I, A, S)
   10 CONTINUE
      END
      SUBROUTINE ADDAI(K, A, S)
      REAL*8 A(*), S
      J = K
      IF (J .GT. 2) J = J - 1
      S = S + K*A(J)**2
      END
!=== columns of one matrix, of which less than a column is written
! routine = "towrds"
! arguments = ["lda: int32", "m: int32", "n: int32", "a: float64(lda,n)", "c: float64"]
! wrt = ["a", "c"]
! of = ["a"]
! sizes = { lda = 5, m = 4, n = 3 }
      SUBROUTINE TOWRDS(LDA, M, N, A, C)
      INTEGER LDA, M, N, J
      REAL*8 A(LDA,N), C
      DO 10 J = 1, N
         IF (J .NE. N) CALL ADDTO(M - 1, C, A(1,J), A(2,N))
   10 CONTINUE
      END
      SUBROUTINE ADDTO(N, S, X, Y)
      INTEGER N
      REAL*8 S, X(*), Y(*)
      Y(1:N) = Y(1:N) + S*X(1:N)
      END
!=== characters among numbers of a COMMON block, which output alone reads
! routine = "orbit"
! arguments = ["n: int32", "x: float64(n)", "y: float64 out", "rate: float64 outside", "drag: float64 outside", "epoch: float32 outside"]
! declarations = "real(8) :: rate, drag; real(4) :: epoch; character(5) :: title; character(2) :: tags(3); common /sat/ rate, title, drag, tags, epoch"
! wrt = ["x", "rate", "drag"]
! of = ["y", "drag"]
! sizes = { n = 4 }
      SUBROUTINE ORBIT(N, X, Y)
      INTEGER N, I
      REAL*8 X(N), Y, RATE, DRAG
      REAL*4 EPOCH
      CHARACTER*5 TITLE
      CHARACTER TAGS(3)*2
      COMMON /SAT/ RATE, TITLE, DRAG, TAGS, EPOCH
      Y = 0
      TITLE = 'UP'
      DO 10 I = 1, N
        CALL ADDED(X(I), Y)
   10 CONTINUE
      END
      SUBROUTINE ADDED(V, Y)
      REAL*8 V, Y, R, D
      REAL*4 E
      CHARACTER*5 NAMED
      CHARACTER MARKS(3)*2
      COMMON /SAT/ R, NAMED, D, MARKS, E
      IF (V .GT. 2) WRITE(*,*) NAMED, MARKS(1)
      Y = Y + R*V**2 - D*V*E
      D = D*R
      END

C     check: --function LSTSQ --wrt A,B --of X,RNORM --size M=6,N=3,LDA=7
      SUBROUTINE LSTSQ(A, LDA, M, N, B, X, QRAUX, RNORM, INFO)
      INTEGER LDA, M, N, INFO
      DOUBLE PRECISION A(LDA,1), B(1), X(1), QRAUX(1), RNORM
      INTEGER J, L, I, JB
      DOUBLE PRECISION DDOT, DNRM2, NRMXL, T
      INFO = 0
      DO 60 L = 1, N
         QRAUX(L) = 0.D0
         NRMXL = DNRM2(M-L+1, A(L,L), 1)
         IF (NRMXL .EQ. 0.D0) GO TO 50
         IF (A(L,L) .NE. 0.D0) NRMXL = DSIGN(NRMXL, A(L,L))
         CALL DSCAL(M-L+1, 1.D0/NRMXL, A(L,L), 1)
         A(L,L) = 1.D0 + A(L,L)
         DO 40 J = L+1, N
            T = -DDOT(M-L+1, A(L,L), 1, A(L,J), 1)/A(L,L)
            CALL DAXPY(M-L+1, T, A(L,L), 1, A(L,J), 1)
   40    CONTINUE
         T = -DDOT(M-L+1, A(L,L), 1, B(L), 1)/A(L,L)
         CALL DAXPY(M-L+1, T, A(L,L), 1, B(L), 1)
         QRAUX(L) = A(L,L)
         A(L,L) = -NRMXL
   50    CONTINUE
   60 CONTINUE
      CALL DCOPY(N, B, 1, X, 1)
      DO 70 JB = 1, N
         J = N - JB + 1
         IF (A(J,J) .NE. 0.D0) GO TO 65
            INFO = J
            GO TO 80
   65    X(J) = X(J)/A(J,J)
         IF (J .EQ. 1) GO TO 70
            T = -X(J)
            CALL DAXPY(J-1, T, A(1,J), 1, X, 1)
   70 CONTINUE
   80 CONTINUE
      RNORM = DNRM2(M-N, B(N+1), 1)
      RETURN
      END
      DOUBLE PRECISION FUNCTION DNRM2(N, X, INCX)
      INTEGER N, INCX, IX
      DOUBLE PRECISION X(*), ABSXI, SCALE, SSQ
      IF (N .LT. 1 .OR. INCX .LT. 1) THEN
         DNRM2 = 0.D0
      ELSE IF (N .EQ. 1) THEN
         DNRM2 = ABS(X(1))
      ELSE
         SCALE = 0.D0
         SSQ = 1.D0
         DO 10 IX = 1, 1 + (N-1)*INCX, INCX
            IF (X(IX) .NE. 0.D0) THEN
               ABSXI = ABS(X(IX))
               IF (SCALE .LT. ABSXI) THEN
                  SSQ = 1.D0 + SSQ*(SCALE/ABSXI)**2
                  SCALE = ABSXI
               ELSE
                  SSQ = SSQ + (ABSXI/SCALE)**2
               END IF
            END IF
   10    CONTINUE
         DNRM2 = SCALE*SQRT(SSQ)
      END IF
      END
      DOUBLE PRECISION FUNCTION DDOT(N, DX, INCX, DY, INCY)
      INTEGER I, INCX, INCY, IX, IY, N
      DOUBLE PRECISION DX(*), DY(*), DTEMP
      DDOT = 0.D0
      DTEMP = 0.D0
      IF (N .LE. 0) RETURN
      IX = 1
      IY = 1
      IF (INCX .LT. 0) IX = (-N+1)*INCX + 1
      IF (INCY .LT. 0) IY = (-N+1)*INCY + 1
      DO 10 I = 1, N
         DTEMP = DTEMP + DX(IX)*DY(IY)
         IX = IX + INCX
         IY = IY + INCY
   10 CONTINUE
      DDOT = DTEMP
      END
      SUBROUTINE DAXPY(N, DA, DX, INCX, DY, INCY)
      INTEGER I, INCX, INCY, IX, IY, N
      DOUBLE PRECISION DX(*), DY(*), DA
      IF (N .LE. 0) RETURN
      IF (DA .EQ. 0.D0) RETURN
      IX = 1
      IY = 1
      IF (INCX .LT. 0) IX = (-N+1)*INCX + 1
      IF (INCY .LT. 0) IY = (-N+1)*INCY + 1
      DO 10 I = 1, N
         DY(IY) = DY(IY) + DA*DX(IX)
         IX = IX + INCX
         IY = IY + INCY
   10 CONTINUE
      END
      SUBROUTINE DSCAL(N, DA, DX, INCX)
      INTEGER I, INCX, N
      DOUBLE PRECISION DA, DX(*)
      IF (N .LE. 0 .OR. INCX .LE. 0) RETURN
      DO 10 I = 1, N*INCX, INCX
   10    DX(I) = DA*DX(I)
      END
      SUBROUTINE DCOPY(N, DX, INCX, DY, INCY)
      INTEGER I, INCX, INCY, N
      DOUBLE PRECISION DX(*), DY(*)
      DO 10 I = 0, N-1
   10    DY(1+I*INCY) = DX(1+I*INCX)
      END

C     SOLUTION OF TRIDIAGONAL SYSTEMS A X = B BY GAUSSIAN ELIMINATION
C     WITH PARTIAL PIVOTING BETWEEN NEIGHBOURING ROWS, FOR SEVERAL
C     RIGHT-HAND SIDES.  THE METHOD IS THAT OF GOLUB AND VAN LOAN,
C     MATRIX COMPUTATIONS, SECTION 4.3, WITH THE FILL-IN OF THE SECOND
C     SUPERDIAGONAL KEPT IN A WORK VECTOR.
C
C     ON ENTRY
C        N      ORDER OF THE SYSTEM
C        NRHS   NUMBER OF RIGHT-HAND SIDES
C        DL     SUBDIAGONAL, N-1 ELEMENTS
C        D      DIAGONAL, N ELEMENTS
C        DU     SUPERDIAGONAL, N-1 ELEMENTS
C        B      RIGHT-HAND SIDES, LDB BY NRHS
C     ON RETURN
C        B      THE SOLUTIONS; DL, D AND DU ARE OVERWRITTEN
C        DET    DETERMINANT, SCALED BY THE LARGEST PIVOT
C
      SUBROUTINE TRIPIV(N, NRHS, DL, D, DU, B, LDB, DET)
      INTEGER N, NRHS, LDB
      DOUBLE PRECISION DL(*), D(*), DU(*), B(LDB,*), DET
      INTEGER MAXN
      PARAMETER (MAXN = 50)
      DOUBLE PRECISION DU2(MAXN), FACT, TEMP, BIG
      DOUBLE PRECISION ZERO, ONE
      PARAMETER (ZERO = 0.0D0, ONE = 1.0D0)
      INTEGER I, J
C
      IF (N .LE. 0) RETURN
      DET = ONE
      DO 10 I = 1, N
   10    DU2(I) = ZERO
C
C     FORWARD ELIMINATION: A ROW CHANGES PLACES WITH THE NEXT ONE WHERE
C     THE SUBDIAGONAL ELEMENT IS THE LARGER
C
      DO 50 I = 1, N - 1
         IF (DABS(D(I)) .LT. DABS(DL(I))) GO TO 30
C           NO ROW INTERCHANGE
            FACT = DL(I) / D(I)
            D(I+1) = D(I+1) - FACT*DU(I)
            DO 20 J = 1, NRHS
               B(I+1,J) = B(I+1,J) - FACT*B(I,J)
   20       CONTINUE
            GO TO 50
C           INTERCHANGE ROWS I AND I+1
   30    CONTINUE
            FACT = D(I) / DL(I)
            D(I) = DL(I)
            TEMP = D(I+1)
            D(I+1) = DU(I) - FACT*TEMP
            DU(I) = TEMP
            IF (I .EQ. N - 1) GO TO 35
               DU2(I) = DU(I+1)
               DU(I+1) = -FACT*DU(I+1)
   35       CONTINUE
            DET = -DET
            DO 40 J = 1, NRHS
               TEMP = B(I,J)
               B(I,J) = B(I+1,J)
               B(I+1,J) = TEMP - FACT*B(I+1,J)
   40       CONTINUE
   50 CONTINUE
C
C     THE DETERMINANT
C
      BIG = ZERO
      DO 60 I = 1, N
         BIG = DMAX1(BIG, DABS(D(I)))
   60 CONTINUE
      DO 70 I = 1, N
         DET = DET * (D(I) / BIG)
   70 CONTINUE
C
C     BACK SUBSTITUTION
C
      DO 90 J = 1, NRHS
         B(N,J) = B(N,J) / D(N)
         IF (N .GT. 1)
     *      B(N-1,J) = (B(N-1,J) - DU(N-1)*B(N,J)) / D(N-1)
         DO 80 I = N - 2, 1, -1
            B(I,J) = (B(I,J) - DU(I)*B(I+1,J)
     *                       - DU2(I)*B(I+2,J)) / D(I)
   80    CONTINUE
   90 CONTINUE
      RETURN
      END

!=== names and declarations of complex numbers in FORTRAN 77
! routine = "olden"
! arguments = ["n: int32", "x: float64(n)", "y: float64(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
      SUBROUTINE OLDEN(N, X, Y)
      IMPLICIT REAL*8 (A-H, O-Y), COMPLEX*16 (Z)
      DIMENSION X(N), Y(N), Z(10), ZT(3)
      DOUBLE COMPLEX ROT, T
      COMPLEX*16 CI, ZSQ
      PARAMETER (CI = (0.D0, 1.D0))
      DATA ZT /(1.D0, -2.D0), 2*(0.5D0, 0.25D0)/
      ZSQ(ZA) = ZA*ZA + X(1)
      DO 10 I = 1, N
         Z(I) = DCMPLX(X(I), DBLE(I)) + ZT(MIN(I, 3))
         T = ROT(Z(I), X(1))
         Y(I) = DREAL(T) + DIMAG(ZSQ(T)) + CDABS(Z(I)) + ZABS(T)
   10 CONTINUE
      CALL SWAP(N, Z)
      DO 20 I = 1, N
         IF (DBLE(Z(I)) .GT. 1.D0) THEN
            Y(I) = Y(I) + CDEXP(Z(I)/10.D0)*DCONJG(CDSQRT(Z(I)))
         ELSE
            Y(I) = Y(I) + CDLOG(Z(I))
         END IF
         Y(I) = Y(I) + CDSIN(Z(I)) - CDCOS(Z(I)) + DCMPLX(1/2)
   20 CONTINUE
      END
      COMPLEX*16 FUNCTION ROT(Z, A)
      COMPLEX*16 Z
      REAL*8 A
      ROT = Z*EXP(DCMPLX(0.D0, A))
      END
      SUBROUTINE SWAP(N, Z)
      COMPLEX*16 Z(*), T
      DO 10 I = 1, N/2
         T = Z(I)
         Z(I) = Z(N + 1 - I)
   10    Z(N + 1 - I) = T
      END
!=== complex numbers of single precision
! routine = "short"
! arguments = ["n: int32", "x: float32(n)", "y: float32(n)"]
! wrt = ["x"]
! of = ["y"]
! sizes = { n = 4 }
      SUBROUTINE SHORT(N, X, Y)
      REAL X(N), Y(N)
      COMPLEX Z, W(5), CI
      DATA CI /(0., 1.)/
      COMPLEX*8 V
      Z = CMPLX(X(1), X(2))
      DO 10 I = 1, N
         W(I) = CEXP(CI*X(I))*Z + CSQRT(Z) + CLOG(Z + 2)
         V = W(I)**2*CSIN(Z)/CCOS(Z)
         Y(I) = CABS(W(I)) + REAL(V) + AIMAG(CONJG(V))*I
   10 CONTINUE
      END

C     check: --function CHEMSOL --wrt CONC,TEMP --of CONC --set TEMP=280:310,DT=5.0 --size NSTEP=2
      SUBROUTINE CHEMSOL(CONC, TEMP, DT, NSTEP)
C     BACKWARD EULER WITH A FIXED NUMBER OF GAUSS-SEIDEL SWEEPS FOR
C     O3, NO, NO2, O
      INTEGER NSPEC
      PARAMETER (NSPEC=4)
      DOUBLE PRECISION CONC(NSPEC), TEMP, DT
      DOUBLE PRECISION PROD(NSPEC), XLOSS(NSPEC), COLD(NSPEC)
      INTEGER NSTEP, ISTEP, ITER, IS
      INCLUDE 'kinetics.inc'
      CALL RATES(TEMP)
      DO ISTEP = 1, NSTEP
        DO IS = 1, NSPEC
          COLD(IS) = CONC(IS)
        ENDDO
        DO ITER = 1, 3
          CALL PRODLOSS(CONC, PROD, XLOSS)
          DO IS = 1, NSPEC
            CONC(IS) = (COLD(IS) + DT*PROD(IS))/(1.D0 + DT*XLOSS(IS))
            IF (CONC(IS).LT.CMIN) CONC(IS) = CMIN
          ENDDO
        ENDDO
      ENDDO
      END
      SUBROUTINE RATES(TEMP)
      DOUBLE PRECISION TEMP, ARRH, A, EA
      INCLUDE 'kinetics.inc'
      ARRH(A, EA) = A*DEXP(-EA/TEMP)
      RK(1) = 8.9D-3
      RK(2) = ARRH(2.0D0, 1400.D0)
      RK(3) = 0.6D0*(TEMP/300.D0)**(-2.4D0)
      END
      SUBROUTINE PRODLOSS(C, P, XL)
      DOUBLE PRECISION C(*), P(*), XL(*), R(3)
      INCLUDE 'kinetics.inc'
      R(1) = RK(1)*C(INO2)
      R(2) = RK(2)*C(IO3)*C(INO)
      R(3) = RK(3)*C(IO)
      P(IO3) = R(3)
      XL(IO3) = RK(2)*C(INO)
      P(INO) = R(1)
      XL(INO) = RK(2)*C(IO3)
      P(INO2) = R(2)
      XL(INO2) = RK(1)
      P(IO) = R(1)
      XL(IO) = RK(3)
      END

C     check: --wrt X --of F,FGRAD --fix TASK=FG --size NX=3,NY=4
      SUBROUTINE SURFFG(NX, NY, X, F, FGRAD, TASK, LAMBDA)
      CHARACTER*(*) TASK
      INTEGER NX, NY
      DOUBLE PRECISION F, LAMBDA
      DOUBLE PRECISION X(NX*NY), FGRAD(NX*NY)
C     AREA OF THE SURFACE OVER THE UNIT SQUARE BY LINEAR ELEMENTS
      DOUBLE PRECISION ZERO, P5, ONE
      PARAMETER (ZERO = 0.0D0, P5 = 0.5D0, ONE = 1.0D0)
      INTEGER I, J, K
      DOUBLE PRECISION AREA, DVDX, DVDY, FL, FU, HX, HY, V, VB, VL, VR,
     +                 VT, XLINE, YLINE
      LOGICAL FEVAL, GEVAL

      HX = ONE/DBLE(NX+1)
      HY = ONE/DBLE(NY+1)
      AREA = P5*HX*HY
C     Compute the standard starting point if TASK = 'XS'.
      IF (TASK .EQ. 'XS') THEN
         DO 20 J = 1, NY
            DO 10 I = 1, NX
               K = NX*(J-1) + I
               X(K) = ZERO
   10       CONTINUE
   20    CONTINUE
         RETURN
      END IF
      IF (TASK .EQ. 'F' .OR. TASK .EQ. 'FG') THEN
         FEVAL = .TRUE.
      ELSE
         FEVAL = .FALSE.
      END IF
      IF (TASK .EQ. 'G' .OR. TASK .EQ. 'FG') THEN
         GEVAL = .TRUE.
      ELSE
         GEVAL = .FALSE.
      END IF
      IF (.NOT. FEVAL .AND. .NOT. GEVAL) THEN
         TASK = 'ERROR: TASK NOT RECOGNIZED'
         RETURN
      END IF
      IF (FEVAL) F = ZERO
      IF (GEVAL) THEN
         DO 30 K = 1, NX*NY
            FGRAD(K) = ZERO
   30    CONTINUE
      END IF
C     Computation over the lower triangular elements.
      DO 50 J = 0, NY
         YLINE = J*HY
         DO 40 I = 0, NX
            XLINE = I*HX
            K = NX*(J-1) + I
            IF (I .GE. 1 .AND. J .GE. 1) THEN
               V = X(K)
            ELSE
               IF (J .EQ. 0) V = XLINE*(ONE - XLINE)
               IF (I .EQ. 0) V = YLINE**2
            END IF
            IF (I .LT. NX .AND. J .GT. 0) THEN
               VR = X(K+1)
            ELSE
               IF (I .EQ. NX) VR = YLINE**2
               IF (J .EQ. 0) VR = (XLINE+HX)*(ONE - XLINE - HX)
            END IF
            IF (I .GT. 0 .AND. J .LT. NY) THEN
               VT = X(K+NX)
            ELSE
               IF (I .EQ. 0) VT = (YLINE+HY)**2
               IF (J .EQ. NY) VT = XLINE*(ONE - XLINE)
            END IF
            DVDX = (VR-V)/HX
            DVDY = (VT-V)/HY
            FL = SQRT(ONE + DVDX**2 + DVDY**2)
            IF (FEVAL) F = F + FL
            IF (GEVAL) THEN
               IF (I .GE. 1 .AND. J .GE. 1)
     +            FGRAD(K) = FGRAD(K) - (DVDX/HX + DVDY/HY)/FL
               IF (I .LT. NX .AND. J .GT. 0)
     +            FGRAD(K+1) = FGRAD(K+1) + (DVDX/HX)/FL
               IF (I .GT. 0 .AND. J .LT. NY)
     +            FGRAD(K+NX) = FGRAD(K+NX) + (DVDY/HY)/FL
            END IF
   40    CONTINUE
   50 CONTINUE
      IF (FEVAL) F = AREA*F
      IF (GEVAL) THEN
         DO 90 K = 1, NX*NY
            FGRAD(K) = AREA*FGRAD(K)
   90    CONTINUE
      END IF
      END

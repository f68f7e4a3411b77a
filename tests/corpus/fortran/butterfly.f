C     check: --wrt XR,XI --of XR,XI --size M=3,N=8
      SUBROUTINE FFT(XR, XI, N, M, IFLAG)
      INTEGER N, M, IFLAG, I, J, K, L, LE, LE1, IP, NV2, NM1
      REAL*8 XR(N), XI(N), UR, UI, WR, WI, TR, TI, PI, T
C     RADIX-2 DECIMATION IN TIME, N = 2**M, IN PLACE
      PI = 4.D0*ATAN(1.D0)
      NV2 = N/2
      NM1 = N - 1
      J = 1
      DO 7 I = 1, NM1
        IF (I .GE. J) GO TO 5
        T = XR(J)
        XR(J) = XR(I)
        XR(I) = T
        T = XI(J)
        XI(J) = XI(I)
        XI(I) = T
    5   K = NV2
    6   IF (K .GE. J) GO TO 7
        J = J - K
        K = K/2
        GO TO 6
    7   J = J + K
      DO 20 L = 1, M
        LE = 2**L
        LE1 = LE/2
        UR = 1.D0
        UI = 0.D0
        WR = COS(PI/LE1)
        WI = -SIN(PI/LE1)
        IF (IFLAG .LT. 0) WI = -WI
        DO 20 J = 1, LE1
          DO 10 I = J, N, LE
            IP = I + LE1
            TR = XR(IP)*UR - XI(IP)*UI
            TI = XR(IP)*UI + XI(IP)*UR
            XR(IP) = XR(I) - TR
            XI(IP) = XI(I) - TI
            XR(I) = XR(I) + TR
   10       XI(I) = XI(I) + TI
          T = UR*WR - UI*WI
          UI = UR*WI + UI*WR
   20     UR = T
      IF (IFLAG .LT. 0) THEN
        DO 30 I = 1, N
          XR(I) = XR(I)/N
   30     XI(I) = XI(I)/N
      ENDIF
      RETURN
      END

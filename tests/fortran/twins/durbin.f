C     LEVINSON-DURBIN RECURSION FOR A SYMMETRIC TOEPLITZ SYSTEM
      SUBROUTINE DURBIN(N, R, Y)
      INTEGER N, K, I
      DOUBLE PRECISION R(0:N-1), Y(0:N-1), Z(0:99), ALPHA, BETA, S
      ALPHA = -R(0)
      BETA = 1.0D0
      Y(0) = -R(0)
      DO 40 K = 1, N - 1
         BETA = BETA*(1.0D0 - ALPHA*ALPHA)
         S = 0.0D0
         DO 10 I = 0, K - 1
   10       S = S + R(K-I-1)*Y(I)
         ALPHA = -(R(K) + S)/BETA
         DO 20 I = 0, K - 1
   20       Z(I) = Y(I) + ALPHA*Y(K-I-1)
         DO 30 I = 0, K - 1
   30       Y(I) = Z(I)
         Y(K) = ALPHA
   40 CONTINUE
      END

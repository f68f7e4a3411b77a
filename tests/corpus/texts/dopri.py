# signature: van_der_pol(y0: float64[2], mu: float64, h: float64, n: int)
import numpy as np

C = np.array([0, 1/5, 3/10, 4/5, 8/9, 1])
A = np.array([
    [0, 0, 0, 0, 0],
    [1/5, 0, 0, 0, 0],
    [3/40, 9/40, 0, 0, 0],
    [44/45, -56/15, 32/9, 0, 0],
    [19372/6561, -25360/2187, 64448/6561, -212/729, 0],
    [9017/3168, -355/33, 46732/5247, 49/176, -5103/18656]
])
B = np.array([35/384, 0, 500/1113, 125/192, -2187/6784, 11/84])


def rk_step(fun, t, y, h, A, B, C, K):
    K[0] = fun(t, y)
    for s, (a, c) in enumerate(zip(A[1:], C[1:]), start=1):
        dy = np.dot(K[:s].T, a[:s]) * h
        K[s] = fun(t + c * h, y + dy)
    return y + h * np.dot(K.T, B)


def van_der_pol(y0, mu, h, n):
    def fun(t, y):
        return np.array([y[1], mu * (1 - y[0] ** 2) * y[1] - y[0]])

    K = np.empty((6, len(y0)))
    y, t = y0, 0.0
    for _ in range(n):
        y = rk_step(fun, t, y, h, A, B, C, K)
        t += h
    return y

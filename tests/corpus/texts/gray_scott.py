# signature: gray_scott(U: float64[N, N], V: float64[N, N], F: float64, k: float64, steps: int)
import numpy as np

Du, Dv = 0.16, 0.08


def laplacian(Z):
    Ztop = Z[0:-2, 1:-1]
    Zleft = Z[1:-1, 0:-2]
    Zbottom = Z[2:, 1:-1]
    Zright = Z[1:-1, 2:]
    Zcenter = Z[1:-1, 1:-1]
    return Ztop + Zleft + Zbottom + Zright - 4 * Zcenter


def gray_scott(U, V, F, k, steps):
    u, v = U[1:-1, 1:-1], V[1:-1, 1:-1]
    for i in range(steps):
        Lu, Lv = laplacian(U), laplacian(V)
        uvv = u * v * v
        u += (Du * Lu - uvv + F * (1 - u))
        v += (Dv * Lv + uvv - (F + k) * v)
        for Z in (U, V):
            Z[0, :] = Z[1, :]
            Z[-1, :] = Z[-2, :]
            Z[:, 0] = Z[:, 1]
            Z[:, -1] = Z[:, -2]
    return V.mean()

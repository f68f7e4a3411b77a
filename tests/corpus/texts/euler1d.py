# signature: rusanov(rho: float64[N], mom: float64[N], ene: float64[N], dx: float64, dt: float64, nt: int)
# inputs: ene=3+rng.random(5), dt=0.1
import numpy as np

GAMMA = 1.4


def primitive(U):
    rho = U[0]
    u = U[1] / rho
    p = (GAMMA - 1.0) * (U[2] - 0.5 * rho * u ** 2)
    return rho, u, p


def flux(U):
    rho, u, p = primitive(U)
    F = np.empty_like(U)
    F[0] = rho * u
    F[1] = rho * u ** 2 + p
    F[2] = u * (U[2] + p)
    return F


def rusanov(rho, mom, ene, dx, dt, nt):
    U = np.vstack((rho, mom, ene))
    for _ in range(nt):
        _, u, p = primitive(U)
        if np.any(p <= 0):
            raise RuntimeError("negative pressure")
        a = np.abs(u) + np.sqrt(GAMMA * p / U[0])
        amax = np.maximum(a[:-1], a[1:])
        F = flux(U)
        Fh = 0.5 * (F[:, :-1] + F[:, 1:]) - 0.5 * amax[np.newaxis, :] * (U[:, 1:] - U[:, :-1])
        U[:, 1:-1] -= dt / dx * (Fh[:, 1:] - Fh[:, :-1])
        U[:, 0] = U[:, 1]
        U[:, -1] = U[:, -2]
    return U.sum(axis=1)

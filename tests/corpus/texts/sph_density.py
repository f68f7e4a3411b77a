# signature: density_error(pos: float64[N, 2], m: float64, h: float64, rho0: float64)
import numpy as np


def cubic_spline(q):
    w = np.zeros_like(q)
    m1 = q < 1.0
    m2 = (q >= 1.0) & (q < 2.0)
    w[m1] = 1.0 - 1.5 * q[m1] ** 2 + 0.75 * q[m1] ** 3
    w[m2] = 0.25 * (2.0 - q[m2]) ** 3
    return w


def density_error(pos, m, h, rho0):
    d = pos[:, np.newaxis, :] - pos[np.newaxis, :, :]
    r = np.sqrt((d ** 2).sum(axis=2) + 1e-12)
    sigma = 10.0 / (7.0 * np.pi * h ** 2)
    rho = m * sigma * cubic_spline(r / h).sum(axis=1)
    return np.mean((rho / rho0 - 1) ** 2)

# signature: mix(T0: float64[N], K: float64[N], dt: float, nsteps: int)
import numpy as np
from scipy.linalg import solve_banded


def mix(T0, K, dt, nsteps):
    n = T0.size
    T = T0.copy()
    flux = []
    for _ in range(nsteps):
        kf = 0.5 * (K[1:] + K[:-1])
        ab = np.zeros((3, n))
        ab[0, 1:] = -dt * kf
        ab[2, :-1] = -dt * kf
        ab[1, :] = 1.0
        ab[1, :-1] += dt * kf
        ab[1, 1:] += dt * kf
        T = solve_banded((1, 1), ab, T)
        flux.append(kf[0] * (T[1] - T[0]))
    recent = flux[-2:]
    return T, sum(recent) / len(recent)

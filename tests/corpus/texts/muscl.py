# signature: advect(q: float64[N], speed: float64, dx: float64, dt: float64, nt: int)
"""MUSCL finite volume advection with a choice of limiter."""
import numpy as np


def minmod(a, b):
    return np.where(a * b > 0, np.where(np.abs(a) < np.abs(b), a, b), 0.0)


def van_leer(a, b):
    prod = a * b
    return np.where(prod > 0, 2 * prod / (a + b + 1e-14), 0.0)


LIMITERS = {"minmod": minmod, "vanleer": van_leer}


def advect(q, speed, dx, dt, nt, limiter="vanleer"):
    limit = LIMITERS[limiter]
    cfl = speed * dt / dx
    for n in range(nt):
        qg = np.concatenate([q[-2:], q, q[:2]])
        dql = qg[1:-1] - qg[:-2]
        dqr = qg[2:] - qg[1:-1]
        slope = limit(dql, dqr)
        q_face = qg[1:-1] + 0.5 * (1 - cfl) * slope
        flux = speed * q_face
        q = q - dt / dx * (flux[1:-1] - flux[:-2])
    return q

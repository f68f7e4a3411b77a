# signature: fhn(v: float64[N, M], w: float64[N, M], a: float64, eps: float64, steps: int)
import numpy as np


def fhn(v, w, a, eps, steps, D=0.1, dt=0.05, stim=None):
    stim = 0.0 if stim is None else stim
    for n in range(steps):
        vp = np.pad(v, 1, mode="symmetric")
        lap = vp[:-2, 1:-1] + vp[2:, 1:-1] + vp[1:-1, :-2] + vp[1:-1, 2:] - 4 * v
        dv = v * (1 - v) * (v - a) - w + D * lap + (stim if n < 2 else 0.0)
        dw = eps * (v - w)
        v = v + dt * dv
        w = w + dt * dw
    return np.linalg.norm(v, ord="fro") + np.abs(w).sum()

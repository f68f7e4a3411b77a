# signature: advect(c: float64[N], u: float64[N], dt: float64)
import numpy as np


def advect(c, u, dt):
    n = c.shape[0]
    x = np.arange(n, dtype=np.float64)
    xd = np.clip(x - dt * u, 0, n - 1)
    cn = np.interp(xd, x, c)
    np.clip(cn, 0.0, 1e3, out=cn)
    return np.sqrt((cn ** 2).sum())

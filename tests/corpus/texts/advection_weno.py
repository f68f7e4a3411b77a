# signature: weno_rhs(u: float64[N], dx: float64)
import numpy as np


def weno5(v1, v2, v3, v4, v5, eps=1e-6):
    s1 = 13 / 12 * (v1 - 2 * v2 + v3) ** 2 + 0.25 * (v1 - 4 * v2 + 3 * v3) ** 2
    s2 = 13 / 12 * (v2 - 2 * v3 + v4) ** 2 + 0.25 * (v2 - v4) ** 2
    s3 = 13 / 12 * (v3 - 2 * v4 + v5) ** 2 + 0.25 * (3 * v3 - 4 * v4 + v5) ** 2
    a = [d / (eps + s) ** 2 for d, s in zip((0.1, 0.6, 0.3), (s1, s2, s3))]
    w = [ai / sum(a) for ai in a]
    q1 = v1 / 3 - 7 * v2 / 6 + 11 * v3 / 6
    q2 = -v2 / 6 + 5 * v3 / 6 + v4 / 3
    q3 = v3 / 3 + 5 * v4 / 6 - v5 / 6
    return w[0] * q1 + w[1] * q2 + w[2] * q3


def weno_rhs(u, dx):
    f = 0.5 * u ** 2
    alpha = np.max(np.abs(u))
    fp = 0.5 * (f + alpha * u)
    fm = 0.5 * (f - alpha * u)
    shifts = [np.roll(fp, k) for k in (2, 1, 0, -1, -2)]
    hp = weno5(*shifts)
    hm = weno5(*[np.roll(fm, -k) for k in (3, 2, 1, 0, -1)])
    flux = hp + hm
    return -(flux - np.roll(flux, 1)) / dx

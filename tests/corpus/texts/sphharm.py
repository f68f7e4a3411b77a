# signature: gravity(c: float64[4, 4], r: float64, lat: float64, lon: float64)
import numpy as np
from math import factorial, sqrt

NMAX = 3


def legendre_table(nmax, s):
    c = np.sqrt(1 - s ** 2)
    P = np.zeros((nmax + 1, nmax + 1))
    P[0, 0] = 1.0
    for m in range(1, nmax + 1):
        P[m, m] = (2 * m - 1) * c * P[m - 1, m - 1]
    for m in range(nmax):
        P[m + 1, m] = (2 * m + 1) * s * P[m, m]
        for n in range(m + 2, nmax + 1):
            P[n, m] = ((2 * n - 1) * s * P[n - 1, m] - (n + m - 1) * P[n - 2, m]) / (n - m)
    return P


def gravity(c, r, lat, lon):
    P = legendre_table(NMAX, np.sin(lat))
    V = 0.0
    for n in range(NMAX + 1):
        for m in range(n + 1):
            k = 1 if m == 0 else 2
            V += r ** -(n + 1) * P[n, m] * c[n, m] * np.cos(m * lon) * k
    return V

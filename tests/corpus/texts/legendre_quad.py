# signature: legendre_project(coef: float64[P])
import numpy as np

NODES, WEIGHTS = np.polynomial.legendre.leggauss(8)


def legendre(n, x):
    p0, p1 = np.ones_like(x), x
    if n == 0:
        return p0
    for k in range(1, n):
        p0, p1 = p1, ((2 * k + 1) * x * p1 - k * p0) / (k + 1)
    return p1


def legendre_project(coef):
    f = np.zeros(8)
    for k, c in enumerate(coef):
        f += c * legendre(k, NODES)
    g = np.exp(-f ** 2) * WEIGHTS
    return g.sum()

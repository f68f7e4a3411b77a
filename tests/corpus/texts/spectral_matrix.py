# signature: diffuse(u: float64[N], nu: float64, dt: float64)
import numpy as np


def dct_matrix(n):
    k = np.arange(n)[:, None]
    x = np.arange(n)[None, :]
    C = np.cos(np.pi * k * (2 * x + 1) / (2 * n)) * np.sqrt(2.0 / n)
    C[0] /= np.sqrt(2)
    return C


def diffuse(u, nu, dt):
    n = len(u)
    C = dct_matrix(n)
    uh = C @ u
    k2 = (np.pi * np.arange(n)) ** 2
    uh = uh * np.exp(-nu * k2 * dt)
    return C.T @ uh

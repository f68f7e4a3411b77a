# signature: hf_energy(R: float64, zeta: float64)
"""Hartree-Fock energy of H2 in a minimal basis of s Gaussians."""
import numpy as np
from scipy.special import erf

EXPON = [0.109818, 0.405771, 2.22766]
COEF = [0.444635, 0.535328, 0.154329]


def F0(t):
    if t < 1e-6:
        return 1.0 - t / 3.0
    return 0.5 * np.sqrt(np.pi / t) * erf(np.sqrt(t))


def hf_energy(R, zeta=1.24):
    S = np.zeros((2, 2))
    T = np.zeros((2, 2))
    V = np.zeros((2, 2))
    centers = np.array([0.0, R])
    for a in range(2):
        for b in range(2):
            r2 = (centers[a] - centers[b]) ** 2
            for ea, ca in zip(EXPON, COEF):
                for eb, cb in zip(EXPON, COEF):
                    za, zb = ea * zeta ** 2, eb * zeta ** 2
                    norm = (2 * za / np.pi) ** 0.75 * (2 * zb / np.pi) ** 0.75
                    p = za + zb
                    mu = za * zb / p
                    s = norm * (np.pi / p) ** 1.5 * np.exp(-mu * r2)
                    S[a, b] += ca * cb * s
                    T[a, b] += ca * cb * mu * (3 - 2 * mu * r2) * s
                    rp = (za * centers[a] + zb * centers[b]) / p
                    for c in range(2):
                        V[a, b] -= ca * cb * norm * 2 * np.pi / p * F0(p * (rp - centers[c]) ** 2) * np.exp(-mu * r2)
    H = T + V
    c1 = 1.0 / np.sqrt(2.0 * (1.0 + S[0, 1]))
    C = np.array([c1, c1])
    E = 2 * C.dot(H).dot(C)
    return E + 1.0 / R

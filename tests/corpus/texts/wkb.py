# signature: transmission(V: float64[N], energy: float64)
import numpy as np

HBAR = 1.0
MASS = 1.0


def transmission(V, energy, dx=0.1):
    k2 = 2 * MASS * (energy - V) / HBAR ** 2
    kappa = np.sqrt(np.abs(k2))
    barrier = V > energy
    action = np.trapezoid(np.where(barrier, kappa, 0.0), dx=dx)
    psi = np.zeros(len(V))
    psi[1] = 1e-3
    for i in range(1, len(V) - 1):
        psi[i + 1] = (2 * (1 - 5 * dx ** 2 / 12 * k2[i]) * psi[i] - (1 + dx ** 2 / 12 * k2[i - 1]) * psi[i - 1]) / (1 + dx ** 2 / 12 * k2[i + 1])
    return np.exp(-2 * action) + psi[-1] ** 2

# signature: spinup(psi: float64[NY, NX], beta: float64, nu: float64, nt: int)
import numpy as np


def arakawa(p, z, d):
    """Arakawa Jacobian J(p, z), interior points."""
    j1 = (p[2:, 1:-1] - p[:-2, 1:-1]) * (z[1:-1, 2:] - z[1:-1, :-2]) - (p[1:-1, 2:] - p[1:-1, :-2]) * (z[2:, 1:-1] - z[:-2, 1:-1])
    j2 = p[1:-1, 2:] * (z[2:, 2:] - z[:-2, 2:]) - p[1:-1, :-2] * (z[2:, :-2] - z[:-2, :-2]) \
        - p[2:, 1:-1] * (z[2:, 2:] - z[2:, :-2]) + p[:-2, 1:-1] * (z[:-2, 2:] - z[:-2, :-2])
    return (j1 + j2) / (8 * d * d)


def lap(f, d):
    out = np.zeros(f.shape)
    out[1:-1, 1:-1] = (f[2:, 1:-1] + f[:-2, 1:-1] + f[1:-1, 2:] + f[1:-1, :-2] - 4 * f[1:-1, 1:-1]) / d ** 2
    return out


def spinup(psi, beta, nu, nt, d=1.0, dt=0.01, relax=4):
    zeta = lap(psi, d)
    for n in range(nt):
        dz = np.zeros_like(zeta)
        dz[1:-1, 1:-1] = arakawa(psi, zeta, d) - beta * (psi[1:-1, 2:] - psi[1:-1, :-2]) / (2 * d)
        dz += nu * lap(zeta, d)
        zeta = zeta + dt * dz
        for _ in range(relax):
            psi[1:-1, 1:-1] = 0.25 * (psi[2:, 1:-1] + psi[:-2, 1:-1] + psi[1:-1, 2:] + psi[1:-1, :-2] - d ** 2 * zeta[1:-1, 1:-1])
    return np.abs(psi).max()

# signature: local_energy(alpha: float64, r1: float64[W, 3], r2: float64[W, 3])
import numpy as np


def local_energy(alpha, r1, r2, Z=2):
    n1 = np.linalg.norm(r1, axis=1, keepdims=True)
    n2 = np.linalg.norm(r2, axis=1, keepdims=True)
    r12v = r1 - r2
    r12 = np.linalg.norm(r12v, axis=-1)
    dot = np.sum((r1 / n1 - r2 / n2) * r12v, axis=1)
    denom = 1 / (1 + alpha * r12)
    denom2 = denom ** 2
    E = (-4 + dot / r12 * denom2 - denom2 * denom / r12 - 0.25 * denom2 ** 2 + 1.0 / r12)
    return E.mean(), E.std()

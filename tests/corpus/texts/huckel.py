# signature: total_energy(x: float64[N])
import numpy as np


def total_energy(x, alpha=-11.4, beta0=-0.8, delta=0.6):
    n = x.size
    H = alpha * np.eye(n)
    for i in range(n - 1):
        t = beta0 * np.exp(-(x[i + 1] - x[i]) / delta)
        H[i, i + 1] = H[i + 1, i] = t
    D = np.linalg.det(H)
    rep = np.sum(np.exp(-2 * np.diff(x)))
    return np.trace(H @ H) / n + rep + 1e-6 * D

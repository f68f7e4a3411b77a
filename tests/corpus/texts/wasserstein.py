# signature: wasserstein(x: float64[N], y: float64[N])
import numpy as np


def wasserstein(x, y, p=2):
    xs = np.sort(x)
    ys = np.sort(y)
    return (np.abs(xs - ys) ** p).mean() ** (1.0 / p)

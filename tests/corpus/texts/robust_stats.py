# signature: robust_scale(x: float64[N])
import numpy as np

C_NORMAL = 1.4826


def mad(x):
    med = np.median(x)
    return C_NORMAL * np.median(np.abs(x - med))


def robust_scale(x, c=4.685):
    m = np.median(x)
    s = mad(x)
    u = (x - m) / (c * s)
    w = np.where(np.abs(u) < 1, (1 - u ** 2) ** 2, 0.0)
    return np.sum(w * x) / np.sum(w)

# signature: spot_size(radii: float64[S], thickness: float64[S], index: float64[S], heights: float64[R])
import numpy as np


def refract(theta, n1, n2):
    s = np.clip(n1 / n2 * np.sin(theta), -1, 1)
    return np.arcsin(s)


def spot_size(radii, thickness, index, heights):
    y = heights.copy()
    u = np.zeros_like(y)
    n1 = 1.0
    for k in range(radii.size):
        c = 1.0 / (10 * radii[k])
        phi = np.arcsin(np.clip(y * c, -0.99, 0.99))
        inc = u + phi
        u = refract(inc, n1, index[k]) - phi
        y = y + thickness[k] * np.tan(u)
        n1 = index[k]
    return np.sqrt(np.mean((y - y.mean()) ** 2))

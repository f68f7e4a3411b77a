import numpy as np


def f(x: "float64[n, n]", blocks: int, scale: float = 1.0, twice: bool = False):
    if twice:
        scale = 2.0 * scale
    return np.vstack((x, 2.0 * x) * blocks) * scale

import numpy as np


def f(x: "float64[N]", t: float):
    s = np.sum(x)
    if t > 1.0 and s > 0.0:
        return s
    return t * t

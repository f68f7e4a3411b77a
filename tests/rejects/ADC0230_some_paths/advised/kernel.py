import numpy as np


def f(a: float, x: "float64[N]"):
    if a > 0.0:
        return np.sum(x)
    return 0.0

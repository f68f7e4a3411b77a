import numpy as np


def f(a: float, x: "float64[N]"):
    if a > 0.0:
        s = np.sum(x)
    return np.sum(x * (s if a > 0.0 else a))

import numpy as np


def f(x: "float64[N]"):
    parts = np.delete(x * x, 0)
    return np.sum(parts)

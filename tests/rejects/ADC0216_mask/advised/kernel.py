import numpy as np


def f(x: "float64[n]"):
    return np.sum(np.cumsum(np.where(x > 0, x, 0.0)))

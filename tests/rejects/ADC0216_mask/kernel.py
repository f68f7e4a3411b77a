import numpy as np


def f(x: "float64[n]"):
    return np.sum(np.cumsum(x[x > 0]))

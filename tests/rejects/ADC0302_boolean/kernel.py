import numpy as np


def f(m: "bool[N]", x: "float64[N]"):
    return np.sum(np.where(m, x, 0.0))

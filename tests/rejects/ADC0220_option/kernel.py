import numpy as np


def f(x: "float64[N]"):
    return np.sum(x, where=x > 0.0)

import numpy as np


def f(x: "float64[N]", w=None):
    if w is None:
        return np.sum(x * x)
    return np.sum(x * x * w)

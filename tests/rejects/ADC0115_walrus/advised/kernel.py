import numpy as np


def f(x: "float64[N]"):
    s = np.sum(x)
    if s > 0.0:
        return s
    return -s

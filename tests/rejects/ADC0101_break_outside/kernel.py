import numpy as np


def f(x: "float64[N]"):
    r = np.sum(x)
    if r > 1.0:
        break
    return r

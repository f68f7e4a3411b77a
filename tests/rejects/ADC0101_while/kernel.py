import numpy as np


def f(x: "float64[N]"):
    r = np.sum(x)
    while r > 1.0:
        r = 0.5 * r
    return r

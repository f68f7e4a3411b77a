import numpy as np


def f(x: "float64[N]"):
    r = np.sum(x)
    for v in (0.5, 2.0):
        r += v * r
    else:
        r = r * r
    return r

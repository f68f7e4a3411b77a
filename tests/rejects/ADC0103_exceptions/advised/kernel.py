import numpy as np


def f(x: "float64[N]"):
    if len(x) > 1:
        r = np.sort(x)[1]
    else:
        r = 0.0
    if r < 0.0:
        raise ValueError("below zero")
    return r

import numpy as np


def f(x: "float64[n]"):
    m = x > 0
    p = x[m]
    m[0] = False
    return np.sum(p) + np.sum(x[m])

import numpy as np


def f(x: "float64[N]"):
    r = np.sum(x)
    return r

import numpy as np


def f(x: "float64[N]"):
    y = x * x
    r = np.sum(y)
    return r

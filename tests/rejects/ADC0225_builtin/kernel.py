import numpy as np


def f(x: "float64[n]"):
    vars()
    return np.sum(x)

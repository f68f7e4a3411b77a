import numpy as np


def f(x: "float64[n]"):
    hash("x")
    return np.sum(x)

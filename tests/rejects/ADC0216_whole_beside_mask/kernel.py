import numpy as np


def f(x: "float64[n]", y: "float64[n]"):
    x[x > 0] = y
    return np.sum(x * x)

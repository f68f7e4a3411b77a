import numpy as np


def f(x: "float64[N]", y: "float64[N]"):
    x[:] = y
    return np.sum(x * x)

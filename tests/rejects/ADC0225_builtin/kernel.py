import numpy as np


def f(x: "float64[n]"):
    sorted(x)
    return np.sum(x)

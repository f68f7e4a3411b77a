import numpy as np


def f(x: "float64[N]"):
    total, mean = np.sum(x)
    return total * mean

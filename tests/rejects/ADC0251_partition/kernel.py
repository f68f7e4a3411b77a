import numpy as np


def f(x: "float64[n]"):
    return np.partition(x, 2)[2]

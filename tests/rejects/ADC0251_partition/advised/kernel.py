import numpy as np


def f(x: "float64[n]"):
    return np.sort(x)[2]

import numpy as np


def f(x: "float64[n]"):
    return np.sum(np.convolve(x[x > 0], np.ones(3)) ** 2)

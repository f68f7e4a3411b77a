import numpy as np


def f(x: "float64[n]"):
    return np.sum(np.convolve(np.where(x > 0, x, 0.0), np.ones(3)) ** 2)

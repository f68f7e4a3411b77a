import numpy as np


def f(x: "float64[N]"):
    y = np.zeros(len(x), dtype='float64')
    y[:] = x * x
    return np.sum(y)

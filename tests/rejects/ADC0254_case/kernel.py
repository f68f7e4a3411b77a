import numpy as np


def f(x):
    y = np.array(x, ndmin=2)
    if y.shape[1] > 1:
        y = y.T
    return np.cumsum(y, axis=0)

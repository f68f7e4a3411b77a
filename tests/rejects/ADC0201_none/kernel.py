import numpy as np


def f(x, w=None):
    if w is None:
        return np.sum(x)
    return np.sum(x * w)

import numpy as np


def f(x: "float64[3]"):
    assert x.shape[0] == 3
    return np.sum(x * x)

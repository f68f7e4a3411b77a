import numpy as np


def f(x: "float64[N]"):
    while (x < 2.0).any():
        x = 2.0 * x
    return np.sum(x)

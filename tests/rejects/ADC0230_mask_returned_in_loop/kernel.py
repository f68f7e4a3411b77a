import numpy as np


def f(x: "float64[N]"):
    for i in range(x.shape[0]):
        if x[i] > 1.0:
            return x[x > 1.0]
    return np.zeros_like(x)

import numpy as np


def f(x: "float64[N]"):
    r = np.zeros_like(x)
    for i in range(x.shape[0]):
        if x[i] > 1.0:
            r = x
            break
    return r

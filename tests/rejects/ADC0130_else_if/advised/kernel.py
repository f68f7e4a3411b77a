import numpy as np


def f(x: "float64[N]"):
    if len(x) == 0:
        return 0.0
    elif len(x) == 1:
        return x[0]
    return np.sum(x)

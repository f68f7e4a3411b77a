import numpy as np


def f(x: "float64[N]"):
    if len(x) == 0:
        return 0.0
    return np.sum(x)

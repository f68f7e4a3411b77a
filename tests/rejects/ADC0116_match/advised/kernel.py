import numpy as np


def f(x: "float64[N]"):
    if len(x.shape) == 1:
        return np.sum(x) * len(x)
    return 0.0

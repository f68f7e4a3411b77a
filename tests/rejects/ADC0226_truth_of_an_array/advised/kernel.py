import numpy as np


def f(x: "float64[N]"):
    if (x > 0.0).all():
        return np.sum(x)
    return np.sum(x * x)

import numpy as np


def f(x: "float64[N]"):
    return np.sum(x) * np.any(x > 1.0)

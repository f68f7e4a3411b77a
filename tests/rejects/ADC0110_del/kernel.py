import numpy as np


def f(x: "float64[N]"):
    parts = x * x
    del parts[0]
    return np.sum(parts)

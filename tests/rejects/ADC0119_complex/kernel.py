import numpy as np


def f(x: "float64[N]"):
    return np.sum(np.abs(x * (1.0 + 2j)))

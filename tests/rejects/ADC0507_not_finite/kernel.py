import numpy as np


def f(x: "float64[N]"):
    return np.sum(np.sqrt(x - 2.0))

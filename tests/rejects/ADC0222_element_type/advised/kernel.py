import numpy as np


def f(x: "float64[N]"):
    y = np.zeros(3, dtype=np.float64)
    return np.sum(x)

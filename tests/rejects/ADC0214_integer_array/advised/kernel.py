import numpy as np


def f(x: "float64[N]"):
    c = np.zeros(3, dtype=np.float64)
    c += x[0]
    return np.sum(c * x[1])

import numpy as np


def f(x: "float64[N]"):
    return np.sum(np.ma.masked_less(x, 0.0))

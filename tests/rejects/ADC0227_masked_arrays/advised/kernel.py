import numpy as np


def f(x: "float64[N]"):
    return np.ma.mean(np.ma.masked_less(x, 0.0))

import numpy as np


def f(x: "float64[N]", shift: float, scale: float):
    return np.sum(x)

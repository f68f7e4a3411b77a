import numpy as np


def f(x: "float64[N]", total: float):
    return np.sum(x)

import numpy as np


def f(x: "float64[N]", total: float):
    total = np.sum(x)
    return total

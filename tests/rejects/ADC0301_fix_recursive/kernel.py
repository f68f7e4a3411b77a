import numpy as np


def total(x: "float64[3]", n: int = 1):
    if len(x) == 1:
        return n * x[0]
    return np.sum(x) + total(x[1:])

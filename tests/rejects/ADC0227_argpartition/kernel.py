import numpy as np


def f(x: "float64[n]"):
    return x[np.argpartition(x, 2)[2]]

import numpy as np


def f(x: "float64[n]"):
    return x[np.argsort(x)[2]]

import numpy as np


def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(x[x > 0] * y[y > 0])

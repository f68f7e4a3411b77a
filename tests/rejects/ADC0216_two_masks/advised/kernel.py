import numpy as np


def f(x: "float64[n]", y: "float64[n]"):
    m = (x > 0) & (y > 0)
    return np.sum(x[m] * y[m])

import numpy as np


def f(x: "float64[N]"):
    np.sum(x) = 3.0
    return x[0]

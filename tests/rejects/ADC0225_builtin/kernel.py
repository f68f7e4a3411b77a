import numpy as np


def f(x: "float64[n]"):
    print(x)
    return np.sum(x)

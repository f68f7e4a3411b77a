import numpy as np


def f(x: "float64[N]"):
    print x
    return np.sum(x)

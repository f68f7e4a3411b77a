import numpy as np


def f(x: "float64[N]"):
    s = np.asarray(np.sum(x))
    return s * s

import numpy as np


def f(x: "float64[N]"):
    if (s := np.sum(x)) > 0.0:
        return s
    return -s

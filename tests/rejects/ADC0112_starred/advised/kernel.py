import numpy as np


def f(x: "float64[N]"):
    first, rest = x[0], x[1:]
    return first * np.sum(rest)

import numpy as np


def f(a: float, x: "float64[N, M]"):
    if a > 0.0:
        y = x[:, :-1]
    else:
        y = x[:, 1:]
    return np.sum(y)

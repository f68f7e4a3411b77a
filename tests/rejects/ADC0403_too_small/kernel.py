import numpy as np


def f(steps: int, x: "float64[N]"):
    y = x.copy()
    for t in range(steps):
        y = y * y
    return np.sum(y)

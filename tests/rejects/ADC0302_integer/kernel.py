import numpy as np


def f(n: int, x: "float64[N]"):
    for i in range(n):
        x[0] = x[0] * x[0]
    return np.sum(x)

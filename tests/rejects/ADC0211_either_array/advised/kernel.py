import numpy as np


def f(n: int, x: "float64[N]", y: "float64[N]"):
    x = x.copy()
    y = y.copy()
    for t in range(n):
        x[0] = 2.0 * y[0]
        x, y = y.copy(), x.copy()
    return np.sum(x)

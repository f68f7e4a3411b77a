import numpy as np


def f(n: int, x: "float64[N]"):
    s = 0.0
    for i in range(1, n):
        y = np.full(2 * i, x[0])
        s += np.sum(y * y)
    return s

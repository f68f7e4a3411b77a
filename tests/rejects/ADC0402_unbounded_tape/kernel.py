import numpy as np


def f(n: int, x: "float64[N]"):
    for i in range(1, n):
        for j in range(i * i):
            x[0] = x[0] * x[0]
    return np.sum(x)

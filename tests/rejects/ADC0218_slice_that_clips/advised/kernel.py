import numpy as np


def f(n: int, x: "float64[N]"):
    for i in range(1, n):
        for j in range(i):
            x[i * i - i + j] = x[i * i - i + 1 + j] + x[j]
    return np.sum(x)

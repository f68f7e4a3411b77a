import numpy as np


def f(n: int, x: "float64[N]"):
    for i in range(1, n):
        x[i * i - i:i * i] = x[i * i - i + 1:i * i + 1] + x[:i]
    return np.sum(x)

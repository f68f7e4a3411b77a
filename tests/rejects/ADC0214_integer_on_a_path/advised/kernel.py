import numpy as np


def f(x: "float64[N]", steps: int):
    s = 0.0
    for t in range(steps):
        s += x[0] * x[t]
    a = np.full(3, s)
    a[1] = x[1]
    return np.sum(a * a)

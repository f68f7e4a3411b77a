import numpy as np


def f(x: "float64[n]"):
    s = x[0]
    path = np.zeros(100)
    path[0] = s
    k = 1
    while s > 0.1 and k < 100:
        s = 0.5 * s
        path[k] = s
        k += 1
    return sum(path)

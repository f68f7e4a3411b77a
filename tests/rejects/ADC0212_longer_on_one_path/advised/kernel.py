import numpy as np


def f(x: "float64[n]"):
    found = np.zeros((len(x), 2))
    for i in range(len(x)):
        if x[i] > 0.5:
            found[i] = x[i], x[i] ** 2
    s = 0.0
    for u, v in found:
        s += u * v
    return s

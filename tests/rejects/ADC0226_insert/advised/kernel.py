import numpy as np


def f(x: "float64[3]"):
    found = np.zeros(3)
    for i in range(3):
        found[i] = x[i] ** 2
    return found[0]

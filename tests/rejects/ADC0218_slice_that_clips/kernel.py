import numpy as np


def f(x: "float64[5]"):
    s = 0.0
    for i in range(4):
        s += np.sum(x[-i - 3:]) ** 2
    return s

import numpy as np


def f(x: "float64[5]"):
    s = np.sum(x) ** 2
    for i in range(3):
        s += np.sum(x[-i - 3:]) ** 2
    return s

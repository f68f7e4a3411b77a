import numpy as np


def f(x: "float64[n]"):
    found = np.zeros(len(x))
    for i in range(len(x)):
        if x[i] > 0.5:
            found[i] = x[i] ** 2
    return sum(found)

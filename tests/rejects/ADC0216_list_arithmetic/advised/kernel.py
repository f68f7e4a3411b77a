import numpy as np


def f(x: "float64[n]"):
    found = []
    for v in x:
        if v > 0.5:
            found.append(v * v)
    return np.sum(np.array(found) * 2)

import numpy as np


def f(x: "float64[N]"):
    total, mean = np.sum(x), np.mean(x)
    return total * mean

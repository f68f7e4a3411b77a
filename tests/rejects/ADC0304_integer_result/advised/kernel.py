import numpy as np


def f(x: "float64[N]"):
    n = 0.0
    for i in range(x.shape[0]):
        if x[i] > 0.0:
            n += x[i]
    return n

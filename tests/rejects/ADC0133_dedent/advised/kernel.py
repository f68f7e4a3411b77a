import numpy as np


def f(x: "float64[N]"):
    r = 0.0
    for i in range(len(x)):
        r += x[i]
    r = 2.0 * r
    return r

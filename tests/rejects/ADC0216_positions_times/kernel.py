import numpy as np


def f(p: "int64[M]", x: "float64[N]"):
    s = 0.0
    for i in range(p.shape[0]):
        s += x[2 * p[i]]
    return s

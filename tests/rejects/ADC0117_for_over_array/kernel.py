import numpy as np


def f(x: "float64[N]"):
    r = 0.0
    for i, v in enumerate(x):
        r += v * x[i]
    return r

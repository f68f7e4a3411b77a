import numpy as np


def f(x: "float64[N]"):
    r = 0.0
    for i in range(len(x)):
        if x[i] < 0.0:
            break
        if x[i] == 0.0:
            continue
        r += x[i]
    return r

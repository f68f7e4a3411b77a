import numpy as np


def f(x: "float64[N]"):
    p = {x[0]: 2.0}
    return p[x[0]] * np.sum(x)

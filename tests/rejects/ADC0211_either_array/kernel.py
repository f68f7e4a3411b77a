import numpy as np


def f(a: float, x: "float64[N]", y: "float64[N]"):
    if a > 0.0:
        z = x
    else:
        z = y
    z[0] = 2.0 * z[0]
    return np.sum(z)

import numpy as np


def f(x: "float64[N]", t: float):
    for k in range(2):
        while t < 3.0:
            y = x * t
            t = t + 1.0
    return np.sum(y if t > 3.0 else x)

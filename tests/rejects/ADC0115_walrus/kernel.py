import numpy as np


def f(x: "float64[N]", t: float):
    if t > 1.0 and (s := np.sum(x)) > 0.0:
        return s
    return t * t

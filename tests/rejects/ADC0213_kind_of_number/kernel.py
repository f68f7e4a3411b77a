import numpy as np


def f(x: "float64[N]"):
    s = np.asarray(np.sum(x))
    if isinstance(s, np.ndarray):
        return s * s
    return s

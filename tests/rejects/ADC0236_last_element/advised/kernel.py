import numpy as np


def products(x: "float64[N]"):
    w = np.empty_like(x)
    w[:-1] = x[:-1] * x[1:]
    w[-1] = x[-1]
    return np.sum(w * w)

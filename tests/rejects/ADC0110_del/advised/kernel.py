import numpy as np


def f(x: "float64[N]"):
    parts = [x[0], x[1] * x[1]]
    return np.sum(np.array(parts[1:]))

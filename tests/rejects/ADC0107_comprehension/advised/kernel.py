import numpy as np


def f(x: "float64[N]"):
    return np.sum([v * (v * v) for v in x if v > 0.0])

import numpy as np


def f(x: "float64[9]"):
    return np.sum(x[:3] + x[:3])

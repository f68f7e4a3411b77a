import numpy as np


def f(bits: int, x: "float64[N]"):
    return np.sum(x) * bits

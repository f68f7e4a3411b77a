import numpy as np


def f(x: "float64[N]"):
    import math

    return math.pi * np.sum(x)

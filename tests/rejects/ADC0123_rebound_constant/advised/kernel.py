import numpy as np


SCALE = 3.0


def f(x: "float64[N]"):
    return SCALE * np.sum(x)

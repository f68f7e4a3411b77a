import numpy as np


SCALE = 2.0
if np.__version__ > '2':
    SCALE = 3.0


def f(x: "float64[N]"):
    return SCALE * np.sum(x)

import numpy as np


def f(x: "float64[N]"):
    return np.sum(x) * np.median(x, overwrite_input=True)

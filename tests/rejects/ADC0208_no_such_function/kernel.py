import numpy as np


def f(x: "float64[N]", a: float):
    return a * np.sum(x)

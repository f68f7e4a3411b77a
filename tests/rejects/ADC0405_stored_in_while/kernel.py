import numpy as np


def f(x: "float64[N]"):
    while np.sum(x * x) > 0.01:
        x = 0.5 * np.sin(x) * np.cos(x)
    return np.sum(x)

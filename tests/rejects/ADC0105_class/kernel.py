import numpy as np


def f(x: "float64[N]"):
    class State:
        total = 0.0

    return np.sum(x)

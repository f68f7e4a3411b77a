import numpy as np


def f(x: "float64[N]"):
    def square(v):
        return v * v

    return np.sum(square(x))

import numpy as np


def f(x: "float64[N]"):
    def square(v):
        return v * v

    cube = lambda v: v**3
    return np.sum(square(x))

import numpy as np
from numba import vectorize


def f(x: "float64[N]"):
    @vectorize
    def square(v):
        return v * v

    return np.sum(square(x))

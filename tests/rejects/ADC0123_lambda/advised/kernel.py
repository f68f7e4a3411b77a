import numpy as np

square = lambda v: v * v


def f(x: "float64[N]"):
    return np.sum(x * x)

import numpy as np


def square(v):
    return v * v


def f(x: "float64[N]"):
    cube = x**3
    return np.sum(square(x))

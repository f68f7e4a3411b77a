import numpy as np


def same(function):
    return function


def f(x: "float64[N]"):
    c = 2.0

    def scaled(v):
        return c * v

    h = same(scaled)
    c = 3.0
    return np.sum(h(x))

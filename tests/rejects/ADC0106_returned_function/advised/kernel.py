import numpy as np


def same(function, v):
    return function(v)


def f(x: "float64[N]"):
    c = 2.0

    def scaled(v):
        return c * v

    c = 3.0
    return np.sum(same(scaled, x))

import numpy as np


def f(x: "float64[N]"):
    try:
        r = x[1]
    except IndexError:
        r = 0.0
    if r < 0.0:
        error = ValueError("below zero")
        raise error
    return r

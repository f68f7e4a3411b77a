import numpy as np


def second(v):
    return np.sort(v)[1]


def f(x: "float64[N]"):
    try:
        r = second(x)
    except IndexError:
        r = 0.0
    if r < 0.0:
        error = ValueError("below zero")
        raise error.with_traceback(None)
    return r

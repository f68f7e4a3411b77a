import numpy as np


def f(x: "float64[N]"):
    if len(x) < 2:
        raise ValueError('too short')
    try:
        r = x[1]
    except IndexError:
        r = 0.0
    return r

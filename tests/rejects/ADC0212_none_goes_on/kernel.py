import numpy as np


def square(v):
    return 1.0 if v is None else v * v


def f(x: "float64[N]"):
    first = None
    for v in x:
        if first is None and v > 0.5:
            first = np.sin(v)
    return square(first)

import numpy as np


def f(x: "float64[N]"):
    pairs = [(v, v * v) for v in x if v > 0.0]
    return sum(u * v for u, v in pairs)

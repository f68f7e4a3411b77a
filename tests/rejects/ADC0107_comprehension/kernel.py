import numpy as np


def f(x: "float64[N]"):
    return sum([v * v for v in x])

import numpy as np


def f(x: "float64[N]"):
    x[0] = 3.0
    return x[0]

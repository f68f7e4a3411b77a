import numpy as np


def f(x: "float64[N]"):
    a, b = x[0], x[1]
    return a * b

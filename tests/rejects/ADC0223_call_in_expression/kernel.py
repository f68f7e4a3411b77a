import numpy as np


def bump(x):
    x[0] = 2.0 * x[0]
    return x[1]


def f(x: "float64[N]"):
    return x[0] * bump(x)

import numpy as np


def bump(x):
    x[0] = 2.0 * x[0]
    return x[1]


def f(x: "float64[N]"):
    first = x[0]
    second = bump(x)
    return first * second

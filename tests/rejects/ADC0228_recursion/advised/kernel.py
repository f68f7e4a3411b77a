import numpy as np


def power(x, n):
    p = 1.0
    for i in range(n):
        p = x * p
    return p


def f(x: "float64[N]"):
    return power(x[0], 3)

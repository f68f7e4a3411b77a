import numpy as np


def power(x, n):
    return x * power(x, n - 1)


def f(x: "float64[N]"):
    return power(x[0], 3)

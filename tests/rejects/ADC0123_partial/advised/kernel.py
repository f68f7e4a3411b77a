from functools import partial

import numpy as np


def scaled(a, x):
    return a * x


def twice(x):
    return scaled(2.0, x)


def f(x: "float64[N]"):
    return np.sum(twice(x))

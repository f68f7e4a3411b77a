import numpy as np


def f(x, a):
    return a * np.sum(x)


def g(x):
    return np.sum(x)

import numpy as np


def smoothed(v, tail=np.zeros(2)):
    tail = tail.copy()
    tail[1:] = tail[:-1] + v[0]
    return v * tail[1]


def f(x: "float64[N]"):
    return np.sum(smoothed(x) + smoothed(2 * x))

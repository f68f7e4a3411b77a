import numpy as np


def euler_step(x, h):
    return [v * h for v in x if v > 0.0]


def f(x: "float64[n]", h: float):
    return np.sum(euler_step(x, h))

import numpy as np


def kepler(m: "float64", e: "float64"):
    x = m
    n = 1
    # adc: fixed-point x
    while n < 20:
        x_new = m + e * np.sin(x)
        n = 2 * n
        x = x_new
    return x

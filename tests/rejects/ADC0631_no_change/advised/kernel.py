import numpy as np


def kepler(m: "float64", e: "float64"):
    x = m
    change = 1.0
    # adc: fixed-point x
    while change > 1e-10:
        x_new = m + e * np.sin(x)
        change = abs(x_new - x)
        x = x_new
    return x

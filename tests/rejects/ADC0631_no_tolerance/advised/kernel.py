import numpy as np


def kepler(m: "float64", e: "float64"):
    x = m
    change = 1.0
    # adc: fixed-point x tolerance 1e-10
    while change > 1.0 + 0.0 * x:
        x_new = m + e * np.sin(x)
        change = abs(x_new - x) / (1e-10 + 1e-10 * abs(x))
        x = x_new
    return x

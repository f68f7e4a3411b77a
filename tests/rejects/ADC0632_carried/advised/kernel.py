import numpy as np


def secant(m: "float64", e: "float64"):
    x_old = m
    x = m + e
    change = 1.0
    # adc: fixed-point x, x_old
    while change > 1e-10:
        x_new = 0.5 * x + 0.5 * (m + e * np.sin(x_old))
        change = abs(x_new - x)
        x_old = x
        x = x_new
    return x

import numpy as np


def kepler(m: "float64", e: "float64"):
    x = m
    y = 0.0
    # adc: fixed-point x
    for it in range(50):
        x_new = m + e * np.sin(x)
        change = abs(x_new - x)
        x = x_new
        if change < 1e-10:
            break
    y = x * x
    return y

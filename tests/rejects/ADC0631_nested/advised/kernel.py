import numpy as np


def nested(m: "float64", e: "float64"):
    x = m
    change = 1.0
    while change > 1e-10:
        y = x
        inner = 1.0
        # adc: fixed-point y
        while inner > 1e-10:
            y_new = m + e * np.sin(y) * np.cos(x)
            inner = abs(y_new - y)
            y = y_new
        change = abs(y - x)
        x = y
    return x

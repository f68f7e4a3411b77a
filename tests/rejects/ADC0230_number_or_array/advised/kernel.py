import numpy as np


def root(x: "float64[N]"):
    y = x
    while True:
        new = 0.5 * (y + x / y)
        if np.max(np.abs(new - y)) < 1e-9:
            break
        y = new
    return y

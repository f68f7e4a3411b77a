"""A relaxation towards a target whose law depends on a scalar argument."""

import numpy as np


def relaxation(k: float, steps: int, x: "float64[N]", target: "float64[N]"):
    if k > 0.5:
        rate = k * k
        x *= 1.5
    elif steps > 4:
        rate = np.sin(k)
    else:
        rate = 0.25
    for s in range(steps):
        if s % 2 == 0:
            x += rate * (target - x)
        else:
            x += rate * np.tanh(target - x) * x
    return np.sum(x * x)

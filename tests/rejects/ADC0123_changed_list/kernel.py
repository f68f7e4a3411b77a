import numpy as np

WEIGHTS = [0.5, 1.0]
LONGER = WEIGHTS
LONGER.append(0.25)


def smooth(x: "float64[N]"):
    return WEIGHTS[-1] * np.sum(x**2)

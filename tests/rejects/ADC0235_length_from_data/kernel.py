import numpy as np


def f(x: "float64[n]", t: "float64"):
    steps = int(np.ceil(t / 0.1))
    grid = np.linspace(0.0, t, steps)
    return np.sum(np.sin(grid)) * np.sum(x)

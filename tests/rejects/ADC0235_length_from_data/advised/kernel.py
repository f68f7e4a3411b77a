import numpy as np


def f(x: "float64[n]", t: "float64", most: int):
    steps = int(np.ceil(t / 0.1))
    grid = np.zeros(most)[:steps]
    return np.sum(np.sin(grid + t)) * np.sum(x)

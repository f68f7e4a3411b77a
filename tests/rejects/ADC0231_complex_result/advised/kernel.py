import numpy as np


def f(x: "float64[N]"):
    return np.abs(np.exp(x + 1j * x**2))

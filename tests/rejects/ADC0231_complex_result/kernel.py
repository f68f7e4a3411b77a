import numpy as np


def f(x: "float64[N]"):
    z = x + 1j * x**2
    return np.exp(z)

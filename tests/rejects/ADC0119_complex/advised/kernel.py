import numpy as np


def f(x: "float64[N]"):
    real = x * 1.0
    imaginary = x * 2.0
    return np.sum(np.sqrt(real**2 + imaginary**2))

import numpy as np


def f(x: "float64[n]"):
    return np.sum(np.abs(np.fft.fft(np.where(x > 0, x, 0.0))) ** 2)

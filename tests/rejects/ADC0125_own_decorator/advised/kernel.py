import numpy as np


def doubled(function):
    def wrapped(x):
        return 2.0 * function(x)

    return wrapped


def energy(x: "float64[N]"):
    return 2.0 * np.sum(x * x)

import numpy as np


def counted(function):
    def wrapper(x):
        calls = np.zeros(1)
        calls[0] += 1.0
        return calls[0] * function(x)

    return wrapper


@counted
def energy(x: "float64[N]"):
    return np.sum(x * x)

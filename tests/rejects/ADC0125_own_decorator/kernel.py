import numpy as np


def doubled(function):
    def wrapped(x):
        return 2.0 * function(x)

    return wrapped


@doubled
def energy(x: "float64[N]"):
    return np.sum(x * x)

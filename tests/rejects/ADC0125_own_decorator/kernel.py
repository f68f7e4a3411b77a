import numpy as np


class Doubled:
    def __init__(self, function):
        self.function = function

    def __call__(self, x):
        return 2.0 * self.function(x)


@Doubled
def energy(x: "float64[N]"):
    return np.sum(x * x)

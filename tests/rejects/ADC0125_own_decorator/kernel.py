import numpy as np


class Counted:
    def __init__(self, function):
        self.function = function
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return self.calls * self.function(x)


@Counted
def energy(x: "float64[N]"):
    return np.sum(x * x)

import numpy as np


class State:
    def __init__(self, x):
        self.x = x


def f(x: "float64[N]"):
    s = State(x)
    return np.sum(s.x)

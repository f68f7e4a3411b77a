import numpy as np


class Vector:
    def __init__(self, u, v):
        self.u, self.v = u, v

    def __mul__(self, other):
        return Vector(self.u * other, self.v * other)

    __rmul__ = __mul__


def f(x: "float64[N]", s: float):
    scaled = x * Vector(s, 2.0)
    return np.sum(scaled.u)

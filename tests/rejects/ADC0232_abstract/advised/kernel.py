from abc import ABC, abstractmethod


class Model(ABC):
    def __init__(self, k):
        self.k = k

    @abstractmethod
    def rate(self, s): ...


class Linear(Model):
    def rate(self, s):
        return self.k * s

    def slope(self, s):
        return self.k


def f(s: float):
    return Linear(s).slope(s)

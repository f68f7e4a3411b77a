import numpy as np


def f(n: int, x: "float64[N]"):
    return np.sum(x) * (n ^ 3)

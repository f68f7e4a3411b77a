import numpy as np


def f(n: int, m: int, x: "float64[N]"):
    return np.sum(x) * (n // 2**m)

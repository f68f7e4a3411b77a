import numpy as np


def f(x: "float64[N]"):
    y = np.zeros(len(x), dtype=f'float{64}')
    y[:] = x * x
    return np.sum(y)

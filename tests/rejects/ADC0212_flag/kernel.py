import numpy as np


def f(x: "float64[3]", m: "float64[k, 3]", transposed: bool, first: bool):
    if transposed:
        x = 2.0 * x
    if first:
        m = m[:, :2]
    return np.sum(m @ x)

import numpy as np


def f(A: "float64[n,m]", B: "float64[n,m]", x: "float64[m]"):
    A[:, x > 0] = B
    return np.sum(A * A)

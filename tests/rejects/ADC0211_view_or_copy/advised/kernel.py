import numpy as np


def f(A: "float64[N, M]", x: "float64[M]"):
    b = A.T.copy().reshape(-1)
    b[0] = 2.0 * x[0]
    return np.sum(b * b)

import numpy as np


def f(A: "float64[n,m]", x: "float64[m]", y: "float64[m]"):
    return np.sum(A[:, x > 0] * A[:, y > 0])

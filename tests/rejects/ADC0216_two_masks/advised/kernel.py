import numpy as np


def f(A: "float64[n,m]", x: "float64[m]", y: "float64[m]"):
    m = (x > 0) & (y > 0)
    return np.sum(A[:, m] * A[:, m])

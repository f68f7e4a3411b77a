import numpy as np


def f(A: "float64[m, n]"):
    u, s, v = np.linalg.svd(A, full_matrices=False)
    return np.sum((u[:, 0] * s[0]) ** 2)

import numpy as np


def f(A: "float64[N, N]"):
    A[0] = np.sin(A[0])
    A[:, 2] = A[1]

"""LU decomposition without pivoting, in place, row by row (Doolittle)."""

import numpy as np


def lu(A: "float64[N, N]"):
    N = A.shape[0]
    for i in range(N):
        for j in range(i):
            A[i, j] -= A[i, :j] @ A[:j, j]
            A[i, j] /= A[j, j]
        for j in range(i, N):
            A[i, j] -= A[i, :i] @ A[:i, j]

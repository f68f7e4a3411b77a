"""Symmetric rank-k update of the lower triangle, C := alpha A A^T + beta C."""

import numpy as np


def syrk(alpha: float, beta: float, C: "float64[N, N]", A: "float64[N, M]"):
    for i in range(A.shape[0]):
        C[i, :i + 1] *= beta
        for k in range(A.shape[1]):
            C[i, :i + 1] += alpha * A[i, k] * A[:i + 1, k]

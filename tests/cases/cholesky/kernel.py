"""Cholesky factorisation in place; reads and writes the lower triangle only."""

import numpy as np


def cholesky(A):
    for i in range(A.shape[0]):
        for j in range(i):
            A[i, j] -= np.dot(A[i, :j], A[j, :j])
            A[i, j] /= A[j, j]
        A[i, i] -= np.dot(A[i, :i], A[i, :i])
        A[i, i] = np.sqrt(A[i, i])

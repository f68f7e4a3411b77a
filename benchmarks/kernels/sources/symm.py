"""C = alpha A B + beta C with a symmetric A of which only the lower triangle is stored."""

import numpy as np


def symm(alpha, beta, C, A, B):
    C *= beta
    for i in range(C.shape[0]):
        C[:i] += alpha * np.outer(A[i, :i], B[i])
        C[i] += alpha * A[i, : i + 1] @ B[: i + 1]

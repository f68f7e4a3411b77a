"""Four arrays from matrix products and short time loops, each used in a sine.

Their elements cannot be made again one by one: what the reverse sweep needs again is the array.
"""

import numpy as np


def smoothed(X, steps):
    """`steps` sweeps of a five-point average over the inner points of X."""
    Y = X.copy()
    for t in range(steps):
        Y[1:-1, 1:-1] = 0.2 * (
            Y[1:-1, 1:-1] + Y[:-2, 1:-1] + Y[2:, 1:-1] + Y[1:-1, :-2] + Y[1:-1, 2:]
        )
    return Y


def fields(A: "float64[N, M]", B: "float64[M, N]", few: int, many: int):
    """The sum of the sines of A B, of B after many sweeps, of A after a few, and of A B A."""
    P = A @ B
    s = np.sum(np.sin(P))
    V = smoothed(B, many)
    s = s + np.sum(np.sin(V))
    U = smoothed(A, few)
    s = s + np.sum(np.sin(U))
    Q = B @ A
    return s + np.sum(np.sin(Q))

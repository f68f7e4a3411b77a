"""Heat equation by alternating directions: half a step implicit in one, then in the other."""

import numpy as np


def adi(steps, r, u):
    n = u.shape[0]
    v = np.zeros_like(u)
    p = np.zeros(n)
    q = np.zeros_like(u)
    for t in range(steps):
        # (1 - r/2 D_y) v = (1 + r/2 D_x) u: elimination along the columns, all rows at once.
        for j in range(1, n - 1):
            pivot = 1.0 + r - 0.5 * r * p[j - 1]
            p[j] = 0.5 * r / pivot
            q[1:-1, j] = (
                (1.0 - r) * u[1:-1, j]
                + 0.5 * r * (u[:-2, j] + u[2:, j] + q[1:-1, j - 1])
            ) / pivot  # fmt: skip
        for j in range(n - 2, 0, -1):
            v[1:-1, j] = p[j] * v[1:-1, j + 1] + q[1:-1, j]
        # (1 - r/2 D_x) u = (1 + r/2 D_y) v: elimination along the rows, all columns at once.
        for i in range(1, n - 1):
            pivot = 1.0 + r - 0.5 * r * p[i - 1]
            p[i] = 0.5 * r / pivot
            q[i, 1:-1] = (
                (1.0 - r) * v[i, 1:-1]
                + 0.5 * r * (v[i, :-2] + v[i, 2:] + q[i - 1, 1:-1])
            ) / pivot  # fmt: skip
        for i in range(n - 2, 0, -1):
            u[i, 1:-1] = p[i] * u[i + 1, 1:-1] + q[i, 1:-1]

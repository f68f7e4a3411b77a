"""Forward substitution: x solves L x = b for a lower triangular L."""

import numpy as np


def trisolv(L, x, b):
    for i in range(x.shape[0]):
        x[i] = (b[i] - L[i, :i] @ x[:i]) / L[i, i]

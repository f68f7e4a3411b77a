"""y = A^T (A x): a matrix applied, then its transpose."""

import numpy as np


def atax(A, x):
    t = A @ x
    y = t @ A
    return y

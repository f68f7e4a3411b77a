"""General matrix product, C := alpha A B + beta C."""

import numpy as np


def gemm(alpha, beta, C, A, B):
    C[:] = alpha * A @ B + beta * C

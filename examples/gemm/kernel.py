"""The general matrix product of BLAS, in place; types and shapes come from the command line."""


def gemm(alpha, beta, C, A, B):
    C[:] = alpha * A @ B + beta * C

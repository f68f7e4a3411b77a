"""C = alpha A B + beta C, the general matrix product."""


def gemm(alpha, beta, C, A, B):
    C[:] = alpha * A @ B + beta * C

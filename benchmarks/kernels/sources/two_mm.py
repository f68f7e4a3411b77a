"""D = alpha A B C + beta D, two matrix products."""


def two_mm(alpha, beta, A, B, C, D):
    D[:] = alpha * A @ B @ C + beta * D
